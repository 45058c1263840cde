import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { Drawing, type DrawingName } from './Drawing';
import { space, tokens } from './tokens';

const Frame = styled.div`
  display: grid;
  justify-items: center;
  gap: ${space(2)};
  padding: ${space(12)} ${space(4)};
  text-align: center;
  & svg[data-drawing] {
    margin-bottom: ${space(2)};
  }
`;
const Line = styled.p`
  max-width: 52ch;
  color: ${tokens.text2};
`;
const Action = styled.div`
  margin-top: ${space(3)};
`;

export interface EmptyStateProps {
  title: string;
  line?: ReactNode;
  action?: ReactNode;
  /** A drawing by name, or one of your own. */
  drawing?: DrawingName | Exclude<ReactNode, string>;
  /** Which heading level the title is, so that the page's outline holds. */
  level?: 1 | 2 | 3;
}
export function EmptyState({ title, line, action, drawing = 'frames', level = 2 }: EmptyStateProps) {
  const Heading = `h${level}` as const;
  return (
    <Frame>
      {typeof drawing === 'string' ? <Drawing name={drawing as DrawingName} /> : drawing}
      <Heading style={{ fontSize: tokens.heading3 }}>{title}</Heading>
      {line && <Line>{line}</Line>}
      {action && <Action>{action}</Action>}
    </Frame>
  );
}
