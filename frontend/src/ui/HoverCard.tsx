import styled from '@emotion/styled';
import { HoverCard as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { useFloatingContainer } from './floating';
import { space, tokens } from './tokens';

const Panel = styled(Primitive.Content)`
  z-index: 55;
  width: 280px;
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  box-shadow: ${tokens.shadow};
`;

/** Opens 700 ms after the pointer came or the trigger got focus, closes 300 ms after it left. */
export function HoverCard({ content, children }: { content: ReactNode; children: ReactNode }) {
  return (
    <Primitive.Root openDelay={700} closeDelay={300}>
      <Primitive.Trigger asChild>{children}</Primitive.Trigger>
      <Primitive.Portal container={useFloatingContainer()}>
        <Panel sideOffset={8} collisionPadding={8}>
          {content}
        </Panel>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
