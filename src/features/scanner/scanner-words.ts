import type { CameraFailure } from './camera-failures.ts';
import type { ReaderFailure } from './code-reader.ts';

/** What stands in place of the picture, and what can be done about it. */
export interface Obstacle {
  title: string;
  text: string;
  /** What the button says that tries again; null where that cannot help. */
  action: string | null;
}

export const cameraObstacles: Readonly<Record<CameraFailure, Obstacle>> = {
  denied: {
    title: 'The camera is switched off for this page',
    text: 'To switch it on, tap the small sign beside the address at the top and allow the camera. Or open the tablet’s settings, find this app or the browser, and allow the camera there. A grown-up can help.',
    action: 'Try again',
  },
  dismissed: {
    title: 'May the camera look at your card?',
    text: 'The question went away without an answer. Tap the button, and then tap “Allow”.',
    action: 'Ask me again',
  },
  none: {
    title: 'There is no camera here',
    text: 'No camera was found on this device. You can use a photo of your card, or type instead.',
    action: 'Look again',
  },
  in_use: {
    title: 'The camera is busy',
    text: 'Another app is using it. Close that app, and try again.',
    action: 'Try again',
  },
  insecure: {
    title: 'The camera does not work at this address',
    text: 'A camera needs an address that begins with https. Please tell whoever looks after the tablets. You can use a photo of your card, or type instead.',
    action: null,
  },
  unsupported: {
    title: 'This browser cannot use a camera',
    text: 'You can use a photo of your card, or type instead.',
    action: null,
  },
  failed: {
    title: 'The camera did not start',
    text: 'Try again. If that does not help, close this app and open it once more.',
    action: 'Try again',
  },
};

export const readerObstacles: Readonly<Record<ReaderFailure, Obstacle>> = {
  none: {
    title: 'This device cannot read cards',
    text: 'Please type instead.',
    action: null,
  },
  missing: {
    title: 'Cards cannot be read just now',
    text: 'A part of the app did not come through the network. Try again in a moment, or type instead.',
    action: 'Try again',
  },
};

export const words = {
  asking: 'Tap “Allow”, so that the camera can see your card.',
  starting: 'The camera is waking up.',
  fetching: 'One moment, we are getting ready.',
  looking: 'Hold your card up to the camera.',
  hint: 'Not seen yet? Bring your card closer and hold it still, where it is bright.',
  several: 'I can see more than one card. Show me only yours.',
  past: 'Put this card away first. Then hold up yours.',
  interrupted: 'The camera is taking a break. It will be back in a moment.',
  got: 'Got it!',
  readingPhoto: 'Looking at your photo.',
} as const;

/** Why a photo gave nothing. */
export type PhotoFailure = 'no_code' | 'several' | 'no_picture';

export const photoFailures: Readonly<Record<PhotoFailure, string>> = {
  no_code: 'There is no code in that photo that we can read. Take one with the card large and sharp.',
  several: 'There is more than one card in that photo. Take one with only your card.',
  no_picture: 'That file is not a picture that we can open.',
};
