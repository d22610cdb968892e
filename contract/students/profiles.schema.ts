import * as v from 'valibot';
import { avatarNames } from '../kit/avatar-names.ts';
import { limits } from '../kit/limits.ts';
import { line } from '../kit/text.ts';

/** One of the product's animals. */
export const AvatarName = v.picklist(avatarNames, 'Please choose one of the animals');

/** What people say of themselves, in a line; nothing where they would rather not. */
export const AboutMe = line({ maximum: limits.aboutMeLength, label: 'About me' });
