import type { KeptForm } from '../platform/useKeptForm';
import { KeptNote, KeptNotes } from './KeptNote';

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
