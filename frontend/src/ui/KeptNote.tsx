import styled from '@emotion/styled';
import { cutText } from '@storyreel/contracts';
import type { ReactNode } from 'react';
import type { ReplacedText } from '../platform/text-storage';
import { Button } from './Button';
import { Row } from './layout';
import { mobile, space, tokens } from './tokens';

const List = styled.ul`
  margin-top: ${space(2)};
  display: grid;
  gap: ${space(2)};
`;
const Note = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(1)} ${space(3)};
  padding: ${space(2)} ${space(3)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  font-size: ${tokens.caption};
  &[data-stacked='true'] {
    grid-template-columns: minmax(0, 1fr);
  }
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
`;
const Excerpt = styled.q`
  display: block;
  overflow: hidden;
  color: ${tokens.text2};
  text-overflow: ellipsis;
  white-space: nowrap;
`;

/** They are read out as they come. */
export const KeptNotes = ({ children }: { children: ReactNode }) => (
  <div role="status">
    <List>{children}</List>
  </div>
);

/** Of a text that may be a whole story. */
const EXCERPT_LENGTH = 160;
const time = new Intl.DateTimeFormat(undefined, { dateStyle: 'short', timeStyle: 'short' });

export interface KeptNoteProps extends Pick<ReplacedText, 'at'> {
  /** Why it is kept. */
  reason: ReactNode;
  /** Some of its words. */
  excerpt: string;
  bringBack: { label: string; action: () => void };
  drop: { label: string; action: () => void };
  /** The buttons below the words, where it is narrow. */
  stacked?: boolean;
}

/** A text that nothing shows any more, and that can be brought back. */
export function KeptNote({ at, reason, excerpt, bringBack, drop, stacked }: KeptNoteProps) {
  return (
    <Note data-stacked={stacked}>
      <span>
        {reason} <time dateTime={new Date(at).toISOString()}>{time.format(at)}</time>
        {excerpt !== '' && <Excerpt dir="auto">{cutText(excerpt, EXCERPT_LENGTH)}</Excerpt>}
      </span>
      <Row gap={1}>
        <Button variant="secondary" size="small" onClick={bringBack.action}>
          {bringBack.label}
        </Button>
        <Button variant="ghost" size="small" onClick={drop.action}>
          {drop.label}
        </Button>
      </Row>
    </Note>
  );
}
