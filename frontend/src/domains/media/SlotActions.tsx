import styled from '@emotion/styled';
import { Download, Ellipsis, Info, Trash2 } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { IconButton, Menu, MenuContent, MenuItem, MenuTrigger } from '../../ui';
import { NARROW_TILE } from './slot-styles';

interface SlotAction {
  label: string;
  /** In the menu of a slot, which says already what it is about. */
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

/** What can be done with what is in a slot. */
export function slotActions(name: string, { onDownload, onExplain, onDelete }: SlotWishes): SlotAction[] {
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

/** A button each, where the slot is wide enough to show its picture beside them. */
export const SlotButtons = ({ actions, tabIndex }: SlotActionsProps) => (
  <Beside>
    {actions.map(({ label, icon, run }) => (
      <IconButton key={label} variant="secondary" label={label} icon={icon} tabIndex={tabIndex} onClick={run} />
    ))}
  </Beside>
);

/** One button for all of them, in a narrow slot. */
export function SlotMenu({ name, actions, tabIndex }: SlotActionsProps & { name: string }) {
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
            // A dialog opens once the closed menu has handed the focus back, and returns it there.
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
