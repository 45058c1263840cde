import styled from '@emotion/styled';
import type { ReactNode } from 'react';
import { space, tokens } from './tokens';

export type Tone = 'neutral' | 'positive' | 'warning' | 'danger' | 'accent';

const Pill = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${space(1)};
  min-height: 22px;
  padding: 0 ${space(2)};
  border-radius: 11px;
  background: ${tokens.surface3};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  font-weight: 550;
  white-space: nowrap;
  &[data-tone='positive'] {
    background: ${tokens.positiveSoft};
    color: ${tokens.positive};
  }
  &[data-tone='warning'] {
    background: ${tokens.warningSoft};
    color: ${tokens.warning};
  }
  &[data-tone='danger'] {
    background: ${tokens.dangerSoft};
    color: ${tokens.danger};
  }
  &[data-tone='accent'] {
    background: ${tokens.accent};
    color: ${tokens.onAccent};
  }
`;

export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <Pill data-tone={tone}>{children}</Pill>;
}
