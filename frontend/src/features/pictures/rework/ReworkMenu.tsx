import { Images, Maximize2, Wand2 } from 'lucide-react';
import type { Scene } from '@storyreel/contracts';
import { useRef, useState } from 'react';
import { IconButton, Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui';
import { EditDialog } from './EditDialog';
import { UpscaleDialog } from './UpscaleDialog';
import { VariationsDialog } from './VariationsDialog';

type Open = 'edit' | 'upscale' | 'vary';

interface ReworkMenuProps {
  scene: Scene;
  url: string;
  /** Name of the image, such as 'Image 2'. */
  name: string;
  tabIndex?: number;
}

/** A menu of versions that can be made from an image: an edited one, a larger one, or variations. */
export function ReworkMenu({ scene, url, name, tabIndex }: ReworkMenuProps) {
  const [open, setOpen] = useState<Open | null>(null);
  const chosen = useRef<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <IconButton
            variant="secondary"
            label={`Work on ${name.toLowerCase()}`}
            icon={<Wand2 size={16} aria-hidden />}
            tooltip={false}
            tabIndex={tabIndex}
          />
        </MenuTrigger>
        <MenuContent
          onCloseAutoFocus={() => {
            const what = chosen.current;
            chosen.current = null;
            // Deferred until the closed menu has restored the focus, so that the dialog can take it.
            if (what) window.setTimeout(() => setOpen(what));
          }}
        >
          <MenuItem
            icon={<Wand2 size={16} aria-hidden />}
            onSelect={() => {
              chosen.current = 'edit';
            }}
          >
            Edit…
          </MenuItem>
          <MenuItem
            icon={<Maximize2 size={16} aria-hidden />}
            onSelect={() => {
              chosen.current = 'upscale';
            }}
          >
            Upscale…
          </MenuItem>
          <MenuItem
            icon={<Images size={16} aria-hidden />}
            onSelect={() => {
              chosen.current = 'vary';
            }}
          >
            Variations…
          </MenuItem>
        </MenuContent>
      </Menu>
      {open === 'edit' && <EditDialog scene={scene} url={url} onClose={close} />}
      {open === 'upscale' && <UpscaleDialog scene={scene} url={url} onClose={close} />}
      {open === 'vary' && <VariationsDialog scene={scene} url={url} onClose={close} />}
    </>
  );
}
