import styled from '@emotion/styled';
import { characterLines, LIMITS, NARRATOR, NEW_SPEAKER_VOICE } from '@storyreel/contracts';
import type { Project, Scene, SpeakerVoice, SpeechVoice, SpeechVoices } from '@storyreel/contracts';
import { useState } from 'react';
import { Field, Input, mobile, Select, Skeleton, space, Stack, TextButton, tokens, Unreadable } from '../../ui';
import { SaveState } from '../../ui/AutosavedField';
import { useGoToTab } from '../projects/useOpenProject';
import { useProjectAutosave } from '../projects/useProjectAutosave';
import { PlayButton } from './SpeechPanel';
import { LabelledSlider } from './VoiceSettings';
import { sampleUrl } from './api';
import { speakerName, speakersOf, voiceIn, withVoice } from './speech';
import { useVoicesOf } from './useNarration';

/** Option for the narrator's voice. The value contains a space, so it cannot be the same as a provider's id. */
const NARRATORS = ' narrator';
const OTHER = ' other';

function languageName(tag: string): string {
  try {
    return new Intl.DisplayNames(undefined, { type: 'language' }).of(tag) ?? tag;
  } catch {
    // The provider's language tag is invalid, so the tag itself is shown; it may still be informative.
    return tag;
  }
}
const labelOf = ({ name, language }: SpeechVoice): string =>
  language === null ? name : `${name} · ${languageName(language)}`;

interface VoiceChoiceProps {
  speaker: string;
  /** The voice chosen for the speaker; null if none is. */
  own: SpeakerVoice | null;
  /** True for the narrator, who always has a voice. */
  isNarrator: boolean;
  offered: SpeechVoices;
  /** Called with the chosen voice, or with null for the narrator's voice. */
  onChoose: (voice: string | null) => void;
}

/** Lets the user pick a speaker's voice from the provider's list, or enter any other id if the provider accepts one. */
function VoiceChoice({ speaker, own, isNarrator, offered, onChoose }: VoiceChoiceProps) {
  const { voices, takesOtherIds } = offered;
  const isListed = (id: string): boolean => voices.some((voice) => voice.id === id);
  const isOther = own !== null && takesOtherIds && !isListed(own.voice);
  /** Text in the id field; null while the field is hidden. */
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
        placeholder={own ? 'No longer available' : 'Choose a voice'}
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

const Row = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr) minmax(0, 2fr) auto minmax(0, 1.5fr);
  align-items: start;
  gap: ${space(2)} ${space(4)};
  padding: ${space(3)} 0;
  border-top: 1px solid ${tokens.line};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr) auto;
    & > p,
    & > [data-wide] {
      grid-column: 1 / -1;
    }
  }
`;
const Name = styled.p`
  padding-top: ${space(1.5)};
  font-weight: 600;
  overflow-wrap: anywhere;
`;
const Tuning = styled.div`
  display: grid;
  grid-column: 2 / -1;
  grid-template-columns: repeat(3, minmax(0, 1fr));
  gap: ${space(4)};
  ${mobile} {
    grid-column: 1 / -1;
    grid-template-columns: minmax(0, 1fr);
    gap: ${space(2)};
  }
`;

/** Settings that only ElevenLabs supports. */
const TUNINGS = [
  { field: 'stability', label: 'Stability' },
  { field: 'clarity', label: 'Clarity and Similarity' },
  { field: 'style', label: 'Style Exaggeration' },
] as const;

export interface VoiceRowProps {
  speaker: string;
  voices: readonly SpeakerVoice[];
  offered: SpeechVoices;
  /** Changes the voice of a speaker; null removes it. */
  onChange: (speaker: string, change: (Partial<SpeakerVoice> & { voice: string }) | null) => void;
}

/** Fields for one speaker's voice. A speaker without one uses the narrator's. */
function VoiceRow({ speaker, voices, offered, onChange }: VoiceRowProps) {
  const own = voices.find((one) => one.speaker === speaker) ?? null;
  const isNarrator = speaker === NARRATOR;
  const name = speakerName(speaker);
  const voice = voiceIn(voices, speaker, offered)?.voice ?? null;
  const { speed } = own ?? NEW_SPEAKER_VOICE;
  const change = (part: Partial<SpeakerVoice>): void => {
    if (voice !== null) onChange(speaker, { voice, ...part });
  };
  const isOwn = own !== null || isNarrator;
  return (
    <Row>
      <Name dir="auto">{name}</Name>
      <VoiceChoice
        speaker={speaker}
        own={own}
        isNarrator={isNarrator}
        offered={offered}
        onChoose={(id) => onChange(speaker, id === null ? null : { voice: id })}
      />
      {voice !== null && (
        <PlayButton
          track={{ key: `sample/${speaker}`, url: sampleUrl(voice, speed) }}
          name={`a sample of the voice of ${name}`}
        />
      )}
      {isOwn && (
        <div data-wide>
          <LabelledSlider
            label="Speed"
            name={`Speed of ${name}`}
            value={speed}
            onChange={(next) => change({ speed: Math.round(next * 10) / 10 })}
            min={LIMITS.speechSpeedMin}
            max={LIMITS.speechSpeedMax}
            unit="×"
          />
        </div>
      )}
      {isOwn && offered.provider.name === 'elevenlabs' && (
        <Tuning>
          {TUNINGS.map(({ field, label }) => (
            <LabelledSlider
              key={field}
              label={label}
              name={`${label} of ${name}`}
              value={(own ?? NEW_SPEAKER_VOICE)[field]}
              onChange={(next) => change({ [field]: next })}
            />
          ))}
        </Tuning>
      )}
    </Row>
  );
}

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: baseline;
  justify-content: space-between;
  gap: ${space(1)} ${space(3)};
  & h3 {
    font-size: ${tokens.body};
    font-weight: 600;
  }
`;
const Remark = styled.p`
  margin: ${space(1)} 0 ${space(2)};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  overflow-wrap: anywhere;
`;

/** Voices of the narrator and of each speaker, which are saved with the project. */
export function Voices({ project, scenes }: { project: Project; scenes: readonly Scene[] }) {
  const { data: offered, isError, refetch } = useVoicesOf(project);
  const field = useProjectAutosave(project, 'voices');
  const goTo = useGoToTab();
  if (!offered) {
    return isError ? <Unreadable what="the voices" level={3} retry={refetch} /> : <Skeleton height="72px" />;
  }
  const speakers = speakersOf(project.characters, field.value, scenes);
  const hasCharacters = characterLines(project.characters).length > 0;
  return (
    <section aria-labelledby="voices">
      <Head>
        <h3 id="voices">Voices</h3>
        <SaveState {...field} />
      </Head>
      {offered.remark !== null && <Remark>{offered.remark}</Remark>}
      {!hasCharacters && (
        <Remark>
          Characters that are named in <TextButton onClick={() => goTo('settings')}>Settings</TextButton> get voices of
          their own here.
        </Remark>
      )}
      <ul>
        {speakers.map((speaker) => (
          <VoiceRow
            key={speaker}
            speaker={speaker}
            voices={field.value}
            offered={offered}
            onChange={(who, change) => field.setValue(withVoice(field.value, who, change))}
          />
        ))}
      </ul>
    </section>
  );
}
