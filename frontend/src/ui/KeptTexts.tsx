import styled from '@emotion/styled';
import { cutText } from '@storyreel/contracts';
import type { ReactNode } from 'react';
import type { AutosaveField } from '../platform/autosave/autosave-registry';
import type { ReplacedBy } from '../platform/autosave/autosave-types';
import { keptTexts, useReplacedTexts } from '../platform/autosave/kept-texts';
import type { ReplacedText } from '../platform/autosave/kept-texts';
import { dateFormat } from '../platform/time/written-dates';
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

/** Notes that screen readers announce when they appear. */
const KeptNotes = ({ children }: { children: ReactNode }) => (
  <div role="status">
    <List>{children}</List>
  </div>
);

/** Maximum characters of an excerpt, since the text may be a whole story. */
const EXCERPT_LENGTH = 160;
const time = dateFormat({ dateStyle: 'short', timeStyle: 'short' });

export interface KeptNoteProps extends Pick<ReplacedText, 'at'> {
  /** Reason why the text was kept. */
  reason: ReactNode;
  /** Beginning of the text; may be empty. */
  excerpt: string;
  bringBack: { label: string; action: () => void };
  drop: { label: string; action: () => void };
  /** True to place the buttons below the text when space is scarce. */
  stacked?: boolean;
}

/** Shows a kept text with buttons to restore or drop it. */
function KeptNote({ at, reason, excerpt, bringBack, drop, stacked }: KeptNoteProps) {
  return (
    <Note data-stacked={stacked}>
      <span>
        {reason} <time dateTime={new Date(at).toISOString()}>{time(at)}</time>
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
  descriptions: 'Replaced by Create Descriptions.',
  'this window': 'You overwrote text from another window.',
  'newer save': 'We kept unsaved text from an earlier visit.',
  'earlier text': 'You replaced this text with an earlier version.',
};

/** Lists texts that were replaced in a field. When one is restored, the present text is kept in its place. */
export function ReplacedTexts({ field }: { field: AutosaveField<string> }) {
  // A text that equals the field's present one is not offered.
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
  /** Parses a kept draft; returns null if another version of the page wrote it in a different shape. */
  read: (text: string) => Draft | null;
  /** Returns a text by which the user recognises the draft. */
  excerptOf: (draft: Draft) => string;
  onBringBack: (draft: Draft) => void;
}

/** Offers unsaved contents of the form from earlier visits. */
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
