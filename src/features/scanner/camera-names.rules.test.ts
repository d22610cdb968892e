import { describe, expect, it } from 'vitest';
import { cameraNames, isMirror } from './camera-names.rules.ts';

describe('the name of a camera', () => {
  it.each([
    [
      ['camera2 0, facing back', 'camera2 1, facing front'],
      ['Back camera', 'Front camera'],
    ],
    [
      ['camera2 0, facing back', 'camera2 2, facing back'],
      ['Back camera 1', 'Back camera 2'],
    ],
    [['FaceTime HD Camera'], ['Front camera']],
    [
      ['Back Ultra Wide Camera', 'Front Camera'],
      ['Back camera', 'Front camera'],
    ],
    [['HD Webcam C525 (046d:0826)'], ['HD Webcam C525']],
    [
      ['', ''],
      ['Camera 1', 'Camera 2'],
    ],
  ])('%o are called %o', (labels, names) => {
    expect(cameraNames(labels.map((label) => ({ label })))).toEqual(names);
  });
});

describe('the picture of a camera', () => {
  it.each([
    ['user', 'Camera', true],
    ['environment', 'Camera', false],
    [undefined, 'HD Webcam', true],
    [undefined, 'camera2 0, facing back', false],
  ])('facing %s and called %s is mirrored: %s', (facingMode, label, expected) => {
    expect(isMirror({ label, facingMode })).toBe(expected);
  });
});
