import styled from '@emotion/styled';
import { Tabs as Primitive } from 'radix-ui';
import { useLayoutEffect, useRef } from 'react';
import type { ComponentProps } from 'react';
import { space, tokens, touch } from './tokens';

/** Scrolls the bar so that the open tab is in the centre, since a narrow window does not show all tabs. */
export function showOpenTab(bar: HTMLElement | null): void {
  const name = bar?.querySelector<HTMLElement>('[aria-selected="true"]');
  if (!bar || !name) return;
  const frame = bar.getBoundingClientRect();
  const { left, width } = name.getBoundingClientRect();
  bar.scrollLeft += left + width / 2 - (frame.left + frame.width / 2);
}

export const Tabs = Primitive.Root;
export const TabsContent = styled(Primitive.Content)`
  padding-top: ${space(5)};
  &:focus-visible {
    outline-offset: 4px;
    border-radius: ${tokens.radius};
  }
`;
const List = styled(Primitive.List)`
  display: flex;
  gap: ${space(1)};
  overflow-x: auto;
  border-bottom: 1px solid ${tokens.line};
  scrollbar-width: none;
`;

/** A list of tabs that scrolls to the open tab on first render. */
export function TabsList(props: ComponentProps<typeof List>) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => showOpenTab(list.current), []);
  return <List ref={list} {...props} />;
}

export const TabsTrigger = styled(Primitive.Trigger)`
  display: inline-flex;
  align-items: center;
  gap: ${space(2)};
  flex: none;
  min-height: 40px;
  padding: 0 ${space(3)};
  border: 0;
  border-bottom: 2px solid transparent;
  background: none;
  color: ${tokens.text2};
  font-weight: 550;
  cursor: pointer;
  &:hover {
    color: ${tokens.text1};
  }
  &[data-state='active'] {
    border-bottom-color: ${tokens.text1};
    color: ${tokens.text1};
  }
  &:focus-visible {
    outline-offset: -2px;
  }
  ${touch} {
    min-height: 44px;
  }
`;
