import { KeptNote, KeptNotes } from '../../ui/KeptNote';
import type { KeptForm } from '../../platform/useKeptForm';
import { draftFrom, type StyleDraft } from './style-draft';

/** The words first: a category or a picture alone says least about which one it was. */
const excerptOf = ({ name, attributes, category }: StyleDraft): string =>
  [name.trim(), attributes.trim(), category].filter(Boolean).join(' · ');

/** What was typed into this dialog before and never saved. */
export function StyleOffers({ kept, onBringBack }: { kept: KeptForm; onBringBack: (draft: StyleDraft) => void }) {
  const offers = kept.offers.flatMap((offer) => {
    const draft = draftFrom(offer.value);
    return draft ? [{ offer, draft }] : [];
  });
  if (offers.length === 0) return null;
  return (
    <KeptNotes role="status">
      {offers.map(({ offer, draft }) => (
        <KeptNote
          key={offer.id}
          at={offer.at}
          reason="What you typed here was not saved."
          excerpt={excerptOf(draft)}
          bringBack={{
            label: 'Bring back what you had typed',
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
