import type { ReplacedBy } from '../platform/autosave-types';
import { keptTexts, useReplacedTexts } from '../platform/kept-texts';
import type { AutosaveField } from '../platform/useAutosave';
import { KeptNote, KeptNotes } from './KeptNote';

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
