import styled from '@emotion/styled';
import { cutText } from '@storyreel/contracts';
import type { ReactNode } from 'react';
import type { AutosaveField } from '../platform/autosave/autosave-registry';
import type { ReplacedBy } from '../platform/autosave/autosave-types';
import { keptTexts, useReplacedTexts } from '../platform/autosave/kept-texts';
import type { ReplacedText } from '../platform/autosave/kept-texts';
import type { KeptForm } from '../platform/autosave/useKeptForm';
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
const KeptNotes = ({ children }: { children: ReactNode }) => (
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
function KeptNote({ at, reason, excerpt, bringBack, drop, stacked }: KeptNoteProps) {
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

const REASONS: Record<ReplacedBy, string> = {
  'other window': 'Another window overwrote your text.',
  generation: 'A generated text replaced yours.',
  'this window': 'You overwrote text from another window.',
  'newer save': 'We kept unsaved text from an earlier visit.',
  'earlier text': 'You replaced this text with an earlier version.',
};

/** Texts that lost their place in a field: each can be brought back, and the one it replaces is kept in turn. */
export function ReplacedTexts({ field }: { field: AutosaveField<string> }) {
  // What the field says (again) needs no bringing back.
  const texts = useReplacedTexts(field.name).filter(({ value }) => value !== field.value);
  if (texts.length === 0) return null;

  function bringBack(id: string, value: string): void {
    keptTexts.forgetReplaced(id);
    keptTexts.keepReplaced(field.name, field.value, 'earlier text');
    field.setValue(value);
  }
  return (
    <KeptNotes>
      {texts.map(({ id, value, by, at }) => (
        <KeptNote
          key={id}
          at={at}
          reason={REASONS[by]}
          excerpt={value}
          bringBack={{ label: 'Bring Back', action: () => bringBack(id, value) }}
          drop={{ label: 'Dismiss', action: () => keptTexts.forgetReplaced(id) }}
        />
      ))}
    </KeptNotes>
  );
}

export interface KeptOffersProps<Draft> {
  kept: KeptForm;
  /** Null for what another version of the page has kept in another form. */
  read: (text: string) => Draft | null;
  /** Some words by which a person knows it again. */
  excerptOf: (draft: Draft) => string;
  onBringBack: (draft: Draft) => void;
}

/** What was typed into a form before and never saved. */
export function KeptOffers<Draft>({ kept, read, excerptOf, onBringBack }: KeptOffersProps<Draft>) {
  const offers = kept.offers.flatMap((offer) => {
    const draft = read(offer.value);
    return draft === null ? [] : [{ offer, draft }];
  });
  if (offers.length === 0) return null;
  return (
    <KeptNotes>
      {offers.map(({ offer, draft }) => (
        <KeptNote
          key={offer.id}
          at={offer.at}
          reason="What you typed here was not saved."
          excerpt={excerptOf(draft)}
          bringBack={{
            label: 'Restore Unsaved Text',
            action: () => {
              kept.taken(offer);
              onBringBack(draft);
            },
          }}
          drop={{ label: 'Discard', action: () => kept.discard(offer) }}
          stacked
        />
      ))}
    </KeptNotes>
  );
}
