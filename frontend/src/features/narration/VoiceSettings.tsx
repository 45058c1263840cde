import styled from '@emotion/styled';
import { NEW_SPEAKER_VOICE } from '@storyreel/contracts';
import type { SpeechVoices } from '@storyreel/contracts';
import { Field, Input, Select, Slider, space, Stack, TitledCard, tokens } from '../../ui';
import type { Reading } from './useStoryAudio';

/** Not an id of a provider's: these are not blank. */
const CUSTOM = ' custom';

/** How the story is to be read. */
export interface VoiceChoice {
  /** A provider's id, `CUSTOM`, or nothing while nobody has chosen. */
  voice: string;
  /** Of a custom voice. */
  voiceId: string;
  stability: number;
  clarity: number;
  style: number;
}

const { stability, clarity, style } = NEW_SPEAKER_VOICE;
export const NEW_VOICE_CHOICE: VoiceChoice = { voice: '', voiceId: '', stability, clarity, style };

/** What may be chosen while nobody speaks: how it will look. */
const EXAMPLES = [
  { value: 'narrator-warm', label: 'Warm narrator' },
  { value: 'narrator-bright', label: 'Bright narrator' },
  { value: 'storyteller', label: 'Storyteller' },
];

/** Whether whole stories can be read aloud: not by the sandbox. */
export const readsStories = (offered: SpeechVoices | undefined): boolean => offered?.provider.sandbox === false;

const voiceOptions = (offered: SpeechVoices | undefined): { value: string; label: string }[] => [
  ...(offered && readsStories(offered) ? offered.voices.map(({ id, name }) => ({ value: id, label: name })) : EXAMPLES),
  { value: CUSTOM, label: 'Custom voice ID' },
];

/** As it is asked for; without a voice, it is the narrator's. */
export function readingOf({ voice, voiceId, ...set }: VoiceChoice): Reading {
  const chosen = voice === CUSTOM ? voiceId.trim() : voice;
  return chosen === '' ? set : { ...set, voice: chosen };
}

const Head = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${space(3)};
  font-weight: 550;
`;
const Figure = styled.output`
  color: ${tokens.text2};
  font-variant-numeric: tabular-nums;
`;

interface LabelledSliderProps {
  label: string;
  /** The accessible name, where the label alone does not tell it apart from others. */
  name?: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  /** What stands behind the value. */
  unit?: string;
}

/** A number that is set by sliding, with its name and what it is. In steps of a tenth. */
export function LabelledSlider(props: LabelledSliderProps) {
  const { label, name = label, value, onChange, min = 0, max = 1, unit = '' } = props;
  const shown = `${value.toFixed(1)}${unit}`;
  return (
    <div>
      <Head>
        <span>{label}</span>
        <Figure>{shown}</Figure>
      </Head>
      <Slider
        ariaLabel={name}
        valueText={unit === '' ? undefined : shown}
        value={value}
        onValueChange={onChange}
        min={min}
        max={max}
        step={0.1}
      />
    </div>
  );
}

const SLIDERS = [
  { name: 'stability', label: 'Stability' },
  { name: 'clarity', label: 'Clarity and Similarity' },
  { name: 'style', label: 'Style Exaggeration' },
] as const;

interface VoiceSettingsProps {
  value: VoiceChoice;
  onChange: (value: VoiceChoice) => void;
  offered: SpeechVoices | undefined;
}

/** How the whole story is to be read, when it is generated. Nothing is sent before. */
export function VoiceSettings({ value, onChange, offered }: VoiceSettingsProps) {
  const change = (part: Partial<VoiceChoice>) => onChange({ ...value, ...part });
  return (
    <TitledCard title="Voice Settings">
      <Stack gap={5}>
        <Field label="Voice">
          {({ id }) => (
            <Select
              id={id}
              ariaLabel="Voice"
              placeholder="Select a voice..."
              value={value.voice}
              onValueChange={(voice) => change({ voice })}
              options={voiceOptions(offered)}
            />
          )}
        </Field>
        <Field label="Voice ID" hint="Used when 'Custom voice ID' is selected.">
          {(ids) => (
            <Input
              {...ids}
              value={value.voiceId}
              placeholder="Enter a voice ID"
              onChange={(event) => change({ voiceId: event.target.value, voice: CUSTOM })}
            />
          )}
        </Field>
        {SLIDERS.map(({ name, label }) => (
          <LabelledSlider key={name} label={label} value={value[name]} onChange={(set) => change({ [name]: set })} />
        ))}
      </Stack>
    </TitledCard>
  );
}
