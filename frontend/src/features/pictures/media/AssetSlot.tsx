import { useDraggable } from '@dnd-kit/core';
import { CSS } from '@dnd-kit/utilities';
import styled from '@emotion/styled';
import { SHOWN_WIDTHS } from '@storyreel/contracts';
import { Download, Ellipsis, GripVertical, ImageOff, Info, Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton, Menu, MenuContent, MenuItem, MenuTrigger, Spinner, StatusDot } from '../../../ui';
import type { StatusColour } from '../../../ui';
import { useFileDrop } from '../../uploads/useFileInput';
import { FadeInImage } from './FadeInImage';
import { isBroken, isSelectable, isUsable, slotDot } from './assets';
import type { AssetStatus, MediaAsset } from './assets';
import { Actions, Corner, NARROW_TILE, Shimmer, Tile, TileButton } from './slot-styles';

interface SlotAction {
  label: string;
  /** The action's label in a slot's menu, where the slot is already named. */
  short: string;
  icon: ReactNode;
  run: () => void;
  isDanger?: true;
}

interface SlotWishes {
  onDownload: (() => void) | null;
  onExplain?: (() => void) | null;
  onDelete: () => void;
}

/** Lists the actions for a filled slot. */
function slotActions(name: string, { onDownload, onExplain, onDelete }: SlotWishes): SlotAction[] {
  const actions: SlotAction[] = [];
  if (onDownload) {
    const icon = <Download size={16} aria-hidden />;
    actions.push({ label: `Download ${name}`, short: 'Download', icon, run: onDownload });
  }
  if (onExplain) {
    const icon = <Info size={16} aria-hidden />;
    actions.push({ label: `How ${name} was made`, short: 'How it was made', icon, run: onExplain });
  }
  const icon = <Trash2 size={16} aria-hidden />;
  actions.push({ label: `Delete ${name}`, short: 'Delete', icon, run: onDelete, isDanger: true });
  return actions;
}

interface SlotActionsProps {
  actions: readonly SlotAction[];
  tabIndex: number;
}

const Beside = styled.span`
  display: contents;
  ${NARROW_TILE} {
    display: none;
  }
`;
const Instead = styled.span`
  display: none;
  ${NARROW_TILE} {
    display: contents;
  }
`;

/** One button per action, for a slot that is wide enough to leave its image visible. */
const SlotButtons = ({ actions, tabIndex }: SlotActionsProps) => (
  <Beside>
    {actions.map(({ label, icon, run }) => (
      <IconButton key={label} variant="secondary" label={label} icon={icon} tabIndex={tabIndex} onClick={run} />
    ))}
  </Beside>
);

/** One menu with all actions, for a narrow slot. */
function SlotMenu({ name, actions, tabIndex }: SlotActionsProps & { name: string }) {
  const chosen = useRef<(() => void) | null>(null);
  return (
    <Instead>
      <Menu>
        <MenuTrigger asChild>
          <IconButton
            variant="secondary"
            label={`Actions for ${name.toLowerCase()}`}
            icon={<Ellipsis size={16} aria-hidden />}
            tooltip={false}
            tabIndex={tabIndex}
          />
        </MenuTrigger>
        <MenuContent
          onCloseAutoFocus={() => {
            const run = chosen.current;
            chosen.current = null;
            // Deferred until the closed menu has restored the focus, so that a dialog can take it.
            if (run) window.setTimeout(run);
          }}
        >
          {actions.map(({ short, icon, run, isDanger }) => (
            <MenuItem
              key={short}
              icon={icon}
              tone={isDanger && 'danger'}
              onSelect={() => {
                chosen.current = run;
              }}
            >
              {short}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
    </Instead>
  );
}

const STATUS_WORDS: Record<AssetStatus, string> = {
  complete: 'Complete',
  processing: 'Processing',
  failed: 'Failed',
  pending: 'Pending',
};

interface AssetSlotProps {
  asset: MediaAsset;
  /** Name of the slot, such as 'Image 2'. */
  name: string;
  selected: boolean;
  onToggle: () => void;
  onDelete: () => void;
  onDownload: () => void;
  onDropFile: (file: File) => void;
  /** Shows how the asset was made; null when that is unknown, as for an upload. */
  onExplain?: (() => void) | null;
  /** True for the only tab stop in the grid; arrow keys move to the other slots. */
  isStop: boolean;
}

function Picture({ asset, name, onBroken }: { asset: MediaAsset; name: string; onBroken: () => void }) {
  if (asset.type === 'image')
    return <FadeInImage src={asset.url} alt={name} sizes={SHOWN_WIDTHS.slot} onBroken={onBroken} />;
  if (asset.posterUrl) return <FadeInImage src={asset.posterUrl} alt={name} onBroken={onBroken} />;
  // Without a poster, the first frame of the clip is shown.
  return <video src={`${asset.url}#t=0.1`} muted playsInline preload="metadata" aria-label={name} onError={onBroken} />;
}

/** A filled slot of the grid. */
export function AssetSlot(props: AssetSlotProps) {
  const { asset, name, selected, onToggle, onDelete, onDownload, onDropFile, onExplain, isStop } = props;
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const processing = asset.status === 'processing';
  const broken = isBroken(asset) || (asset.url !== '' && brokenUrl === asset.url);
  const usable = isUsable(asset);
  const { over, zone } = useFileDrop(onDropFile);
  const { setNodeRef, setActivatorNodeRef, attributes, listeners, transform, isDragging } = useDraggable({
    id: asset.id,
    data: { name, type: asset.type },
    disabled: !usable,
  });
  const dot: StatusColour = slotDot(asset.status);
  const actions = slotActions(name, { onDownload: usable ? onDownload : null, onExplain, onDelete });
  const tabIndex = isStop ? 0 : -1;
  return (
    <Tile
      {...zone}
      ref={setNodeRef}
      style={{ transform: CSS.Translate.toString(transform) }}
      data-status={asset.status}
      data-selected={selected}
      data-over={over}
      data-dragging={isDragging}
      aria-busy={processing || undefined}
    >
      <TileButton
        type="button"
        data-slot={asset.id}
        tabIndex={tabIndex}
        aria-label={`${name}, ${broken ? "can't be displayed" : STATUS_WORDS[asset.status].toLowerCase()}`}
        aria-pressed={selected}
        disabled={!isSelectable(asset)}
        onClick={onToggle}
        onKeyDown={(event) => {
          if (event.key !== 'Delete') return;
          event.preventDefault();
          onDelete();
        }}
      >
        {!processing && broken && <ImageOff size={20} role="img" aria-label="Can't be displayed" />}
        {!processing && !broken && asset.url !== '' && (
          <Picture asset={asset} name="" onBroken={() => setBrokenUrl(asset.url)} />
        )}
      </TileButton>
      {processing && (
        <Shimmer>
          <Spinner label={`Generating ${name.toLowerCase()}`} />
          {asset.progress}
        </Shimmer>
      )}
      <Corner>
        <StatusDot colour={dot} title={STATUS_WORDS[asset.status]} />
      </Corner>
      {!processing && (
        <Actions>
          {usable && (
            <IconButton
              {...attributes}
              {...listeners}
              ref={setActivatorNodeRef}
              tabIndex={tabIndex}
              variant="secondary"
              label={`Drag ${name} to the preview`}
              icon={<GripVertical size={16} aria-hidden />}
              style={{ touchAction: 'none', cursor: 'grab' }}
            />
          )}
          {usable && asset.work?.({ name, tabIndex })}
          <SlotButtons actions={actions} tabIndex={tabIndex} />
          <SlotMenu name={name} actions={actions} tabIndex={tabIndex} />
        </Actions>
      )}
    </Tile>
  );
}
