import { product } from '../kit/product.ts';

/*
 * What `/` says to visitors. The app and the HTML that is there before it say the same words in the same order.
 */

interface Place {
  school_name: string;
  is_platform: boolean;
  is_organization: boolean;
}

interface Welcome {
  title: string;
  lead: string;
  /** What leads to the address of a school, which stands behind it; null at a school. */
  findSchool: string | null;
  note: string;
}

/** What a visitor reads first. */
export function welcomeTo({ school_name, is_platform, is_organization }: Place): Welcome {
  if (is_platform)
    return {
      title: 'A shelf for the books that children make',
      lead: `${product.name} gives every class of a school its own shelf. It is made for shared tablets and for rooms with bad Wi-Fi: whatever is changed on one is kept there until the school can be reached.`,
      findSchool: 'Looking for your school? It has its own address, such as',
      note: 'Registering takes five to ten minutes. Here, signing in is for the people who run the platform.',
    };
  return {
    title: `Welcome to ${school_name}`,
    lead: is_organization
      ? 'This is the place of a group of schools. Each of its schools has an address of its own.'
      : 'This is where our classes are at home: who is in them, and the books and stories that they make.',
    findSchool: null,
    note: is_organization
      ? 'For the people who run the group.'
      : 'For children, teachers, the school office and families.',
  };
}

/** An address of a school as an example. `host` is the platform's, with its port. */
export const exampleAddress = (host: string) => `your-school.${host}`;

export const promises = [
  {
    key: 'offline',
    title: 'It works without a network',
    text: 'Classes that came to a device stay on it. What you change is kept there and sent when the school can be reached.',
  },
  {
    key: 'private',
    title: 'Private to begin with',
    text: 'A child is private until somebody at school decides otherwise, and each change of that asks first.',
  },
  {
    key: 'school',
    title: 'A place of its own',
    text: 'Each school has its own address and its own colours, and no school sees anything of another.',
  },
] as const;
