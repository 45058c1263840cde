import styled from '@emotion/styled';
import { NEW_SPEAKER_VOICE } from '@storyreel/contracts';
import type { SpeechVoices } from '@storyreel/contracts';
import { Field, Input, Select, Slider, space, Stack, TitledCard, tokens } from '../../ui';
import type { Reading } from './useStoryAudio';

/** Option for a custom voice. The value contains a space, so it cannot be the same as a provider's id. */
const CUSTOM = ' custom';

/** Settings of the voice that reads the story aloud. */
export interface VoiceChoice {
  /** A provider's id of a voice, `CUSTOM`, or '' while none is chosen. */
  voice: string;
  /** Id of a custom voice. */
  voiceId: string;
  stability: number;
  clarity: number;
  style: number;
}

const { stability, clarity, style } = NEW_SPEAKER_VOICE;
export const NEW_VOICE_CHOICE: VoiceChoice = { voice: '', voiceId: '', stability, clarity, style };

/** Placeholder options, shown while no speech provider is available. */
const EXAMPLES = [
  { value: 'narrator-warm', label: 'Warm narrator' },
  { value: 'narrator-bright', label: 'Bright narrator' },
  { value: 'storyteller', label: 'Storyteller' },
];

/** Returns true if the offered voices can read whole stories aloud; the sandbox's voices cannot. */
export const readsStories = (offered: SpeechVoices | undefined): boolean => offered?.provider.sandbox === false;

const voiceOptions = (offered: SpeechVoices | undefined): { value: string; label: string }[] => [
  ...(offered && readsStories(offered) ? offered.voices.map(({ id, name }) => ({ value: id, label: name })) : EXAMPLES),
  { value: CUSTOM, label: 'Custom voice ID' },
];

/** Converts the settings to a request; without a voice, the narrator's is used. */
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
  /** Accessible name, where the label alone would be ambiguous. */
  name?: string;
  value: number;
  onChange: (value: number) => void;
  min?: number;
  max?: number;
  /** Unit shown after the value. */
  unit?: string;
}

/** A labelled slider that shows its value, in steps of a tenth. */
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

/** Fields for the voice that reads the whole story. The settings are sent only when the narration is requested. */
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
