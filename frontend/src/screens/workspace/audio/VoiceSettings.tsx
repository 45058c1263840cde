import type { SpeechVoices } from '@storyreel/contracts';
import { Field, Input, Select, Stack, TitledCard } from '../../../ui';
import { LabelledSlider } from './LabelledSlider';
import { CUSTOM, type VoiceChoice, voiceOptions } from './voice-settings';

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
