import { Button } from '@mantine/core';
import { IconBulb, IconCameraRotate, IconCircleCheckFilled } from '@tabler/icons-react';
import type { ReactNode, Ref } from 'react';
import type { Camera, CameraPicture } from './camera.ts';
import styles from './viewfinder.module.css';

function CameraControls({ camera, picture }: { camera: Camera; picture: CameraPicture }) {
  const { cameras, light, name } = picture;
  return (
    <div className={styles.controls}>
      {cameras > 1 && (
        <Button
          size="md"
          variant="default"
          radius="xl"
          px="sm"
          leftSection={<IconCameraRotate size={20} stroke={1.75} aria-hidden />}
          onClick={() => void camera.next()}
          aria-label={`Other camera, now: ${name}`}
        >
          Other camera
        </Button>
      )}
      {light !== null && (
        <Button
          size="md"
          variant={light === 'on' ? 'filled' : 'default'}
          radius="xl"
          px="sm"
          leftSection={<IconBulb size={20} stroke={1.75} aria-hidden />}
          aria-pressed={light === 'on'}
          onClick={() => void camera.setLight(light === 'on' ? 'off' : 'on')}
        >
          Light
        </Button>
      )}
    </div>
  );
}

interface ViewfinderProps {
  camera: Camera;
  /** Null while there is none. */
  picture: CameraPicture | null;
  isRead: boolean;
  video: Ref<HTMLVideoElement>;
  /** What stands there instead of a picture. */
  children: ReactNode;
}

/** What the camera sees, as a square: nothing beside it is read. */
export function Viewfinder({ camera, picture, isRead, video, children }: ViewfinderProps) {
  return (
    <div className={styles.viewfinder} data-keep-free data-on={picture !== null} data-read={isRead}>
      <video
        ref={video}
        className={styles.video}
        data-mirrored={picture?.isMirrored === true}
        hidden={!picture}
        autoPlay
        muted
        playsInline
        disablePictureInPicture
        aria-label="What the camera sees"
      />
      {picture ? (
        <>
          <div className={styles.corners} aria-hidden />
          {isRead && <IconCircleCheckFilled className={styles.check} aria-hidden />}
          <CameraControls camera={camera} picture={picture} />
        </>
      ) : (
        <div className={styles.instead}>{children}</div>
      )}
    </div>
  );
}
