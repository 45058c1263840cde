import type { SpeakerVoice, SpeechVoice, SpeechVoices } from '@storyreel/contracts';
import { useState } from 'react';
import { speakerName } from '../../../domains/speech/speakers';
import { Field, Input, Select, Stack } from '../../../ui';

/** Not an id of a provider's: these are not blank. */
const NARRATORS = ' narrator';
const OTHER = ' other';

function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type: 'language' }).of(tag) ?? tag;
  } catch {
    // A tag that is none is the provider's; it may still tell people something.
    return tag;
  }
}
const labelOf = ({ name, language }: SpeechVoice): string =>
  language === null ? name : `${name} · ${languageName(language)}`;

interface VoiceChoiceProps {
  speaker: string;
  /** Null while the speaker has no voice of its own. */
  own: SpeakerVoice | null;
  /** The narrator always has one. */
  isNarrator: boolean;
  offered: SpeechVoices;
  /** Null: as the narrator. */
  onChoose: (voice: string | null) => void;
}

/** Which of the provider's voices a speaker has, or any other of its ids where the provider takes them. */
export function VoiceChoice({ speaker, own, isNarrator, offered, onChoose }: VoiceChoiceProps) {
  const { voices, takesOtherIds } = offered;
  const isListed = (id: string): boolean => voices.some((voice) => voice.id === id);
  const isOther = own !== null && takesOtherIds && !isListed(own.voice);
  /** What is in the field for an id; null while none is shown. */
  const [typed, setTyped] = useState<string | null>(null);
  const asksId = typed !== null || isOther;
  const name = speakerName(speaker);

  function choose(value: string): void {
    setTyped(value === OTHER ? '' : null);
    if (value !== OTHER) onChoose(value === NARRATORS ? null : value);
  }
  function type(id: string): void {
    setTyped(id);
    if (id.trim() !== '') onChoose(id.trim());
  }
  const chosen = asksId ? OTHER : (own?.voice ?? (isNarrator ? (voices[0]?.id ?? '') : NARRATORS));
  const options = [
    ...(isNarrator ? [] : [{ value: NARRATORS, label: 'Same as the narrator' }]),
    ...voices.map((voice) => ({ value: voice.id, label: labelOf(voice) })),
    ...(takesOtherIds ? [{ value: OTHER, label: 'Another voice by its ID' }] : []),
  ];
  return (
    <Stack gap={2}>
      <Select
        ariaLabel={`Voice of ${name}`}
        placeholder={own ? 'No longer offered' : 'Choose a voice'}
        value={chosen}
        onValueChange={choose}
        options={options}
        disabled={options.length === 0}
      />
      {asksId && (
        <Field label="Voice ID">
          {(ids) => (
            <Input
              {...ids}
              aria-label={`Voice ID of ${name}`}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={typed ?? own?.voice ?? ''}
              onChange={(event) => type(event.target.value)}
            />
          )}
        </Field>
      )}
    </Stack>
  );
}
