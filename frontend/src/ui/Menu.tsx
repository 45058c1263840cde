import { css, keyframes } from '@emotion/react';
import styled from '@emotion/styled';
import { ChevronRight } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { PageShield, useFloatingContainer } from './Tooltip';
import { space, tokens, touch } from './tokens';

// Delays are the primitive's defaults: a submenu opens after 100 ms, the pointer has 300 ms of grace, typeahead resets
// after 1000 ms.
const appear = keyframes`from { opacity: 0; transform: scale(0.98); }`;
const panel = css`
  z-index: 55;
  min-width: 180px;
  max-height: var(--radix-dropdown-menu-content-available-height);
  overflow-y: auto;
  padding: ${space(1)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
  transform-origin: var(--radix-dropdown-menu-content-transform-origin);
  animation: ${appear} ${tokens.fast};
`;
const item = css`
  display: flex;
  align-items: center;
  gap: ${space(2.5)};
  min-height: 32px;
  padding: ${space(1)} ${space(2.5)};
  border-radius: ${tokens.radiusSmall};
  outline: none;
  cursor: pointer;
  user-select: none;
  &[data-highlighted],
  &[data-state='open'] {
    background: ${tokens.surface3};
  }
  &[data-disabled] {
    opacity: 0.5;
    cursor: not-allowed;
  }
  &[data-tone='danger'] {
    color: ${tokens.danger};
  }
  &[data-tone='danger'][data-highlighted] {
    background: ${tokens.dangerSoft};
  }
  & svg {
    flex: none;
    color: ${tokens.text3};
  }
  &[data-tone='danger'] svg {
    color: inherit;
  }
  ${touch} {
    min-height: 44px;
  }
`;
const Panel = styled(Primitive.Content)(panel);
const SubPanel = styled(Primitive.SubContent)(panel);
const Item = styled(Primitive.Item)(item);
const Sub = styled(Primitive.SubTrigger)(item);

/** The menu is not modal, so that the page stays readable for screen readers; PageShield blocks clicks on the page. */
export function Menu(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root modal={false} {...props} />;
}
export const MenuTrigger = Primitive.Trigger;
export const MenuSub = Primitive.Sub;
export const MenuLabel = styled(Primitive.Label)`
  padding: ${space(1.5)} ${space(2.5)};
  color: ${tokens.text3};
  font-size: ${tokens.caption};
`;
export const MenuSeparator = styled(Primitive.Separator)`
  height: 1px;
  margin: ${space(1)} 0;
  background: ${tokens.line};
`;

/** Keeps clicks in the menu from reaching its surroundings: a card's menu must not open the card. */
export function MenuContent({ children, align = 'end', ...rest }: ComponentProps<typeof Primitive.Content>) {
  return (
    <Primitive.Portal container={useFloatingContainer()}>
      <Panel align={align} sideOffset={4} collisionPadding={8} onClick={(event) => event.stopPropagation()} {...rest}>
        <PageShield />
        {children}
      </Panel>
    </Primitive.Portal>
  );
}

export interface MenuItemProps extends ComponentProps<typeof Primitive.Item> {
  icon?: ReactNode;
  tone?: 'danger';
}
export function MenuItem({ icon, tone, children, ...rest }: MenuItemProps) {
  return (
    <Item data-tone={tone} {...rest}>
      {icon}
      {children}
    </Item>
  );
}

export function MenuSubTrigger({
  icon,
  children,
  ...rest
}: ComponentProps<typeof Primitive.SubTrigger> & { icon?: ReactNode }) {
  return (
    <Sub {...rest}>
      {icon}
      {children}
      <ChevronRight size={16} aria-hidden style={{ marginLeft: 'auto' }} />
    </Sub>
  );
}
export function MenuSubContent({ children, ...rest }: ComponentProps<typeof Primitive.SubContent>) {
  return (
    <Primitive.Portal container={useFloatingContainer()}>
      <SubPanel sideOffset={4} collisionPadding={8} onClick={(event) => event.stopPropagation()} {...rest}>
        {children}
      </SubPanel>
    </Primitive.Portal>
  );
}
