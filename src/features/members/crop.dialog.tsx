import { Button, Group, Text } from '@mantine/core';
import { useId, useState } from 'react';
import Cropper from 'react-easy-crop';
import 'react-easy-crop/react-easy-crop.css';
import { Dialog } from '#src/ui/dialog.tsx';
import { notify } from '#src/ui/notify.tsx';
import { cutPicture, type Cut } from './crop-picture.ts';
import styles from './members.module.css';

const widest = 4;

interface CropProps {
  /** Of the whole picture, on this device. */
  address: string;
  onCut: (picture: File) => void;
  onClose: () => void;
}

function Crop({ address, onCut, onClose }: CropProps) {
  const [place, setPlace] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [cut, setCut] = useState<Cut | null>(null);
  const [isCutting, setCutting] = useState(false);
  const zoomId = useId();

  async function use() {
    if (!cut) return;
    setCutting(true);
    try {
      onCut(await cutPicture(address, cut));
    } catch {
      // What the browser says of it is nothing that anybody could act on.
      notify.error('This picture cannot be read. Please choose another one.');
    }
    setCutting(false);
    onClose();
  }

  return (
    <>
      <Text mb="sm">Move the picture until the face is in the circle: by hand, or with the arrow keys.</Text>
      <div className={styles.stage}>
        <Cropper
          image={address}
          crop={place}
          zoom={zoom}
          maxZoom={widest}
          aspect={1}
          cropShape="round"
          showGrid={false}
          keyboardStep={8}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '' }}
          cropperProps={{ role: 'group', 'aria-label': 'The part of the picture that is kept' }}
          onCropChange={setPlace}
          onZoomChange={setZoom}
          onCropComplete={(_part, pixels) => setCut(pixels)}
        />
      </div>
      <div className={styles.zoom}>
        <label htmlFor={zoomId}>Size</label>
        <input
          id={zoomId}
          type="range"
          min={1}
          max={widest}
          step={0.05}
          value={zoom}
          onChange={({ currentTarget }) => setZoom(Number(currentTarget.value))}
        />
      </div>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button loading={isCutting} disabled={cut === null} onClick={() => void use()}>
          Use this picture
        </Button>
      </Group>
    </>
  );
}

/** Which part of a picture is kept: a square, shown as a circle. */
export function CropDialog({ address, ...crop }: Omit<CropProps, 'address'> & { address: string | null }) {
  return (
    <Dialog opened={address !== null} onClose={crop.onClose} title="Choose the part" size={520} fillsPhone>
      {address !== null && <Crop key={address} address={address} {...crop} />}
    </Dialog>
  );
}
