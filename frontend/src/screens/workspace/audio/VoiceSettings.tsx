import { useState } from 'react';
import { Field, Input, Select, Stack, TitledCard } from '../../../ui';
import { LabelledSlider } from './LabelledSlider';

const VOICES = [
  { value: 'narrator-warm', label: 'Warm narrator' },
  { value: 'narrator-bright', label: 'Bright narrator' },
  { value: 'storyteller', label: 'Storyteller' },
  { value: 'custom', label: 'Custom voice ID' },
] as const;
type VoiceId = (typeof VOICES)[number]['value'];

const SLIDERS = [
  { name: 'stability', label: 'Stability', start: 0.5 },
  { name: 'clarity', label: 'Clarity and Similarity', start: 0.8 },
  { name: 'style', label: 'Style Exaggeration', start: 0.3 },
] as const;

function VoiceSlider({ label, start }: { label: string; start: number }) {
  const [value, setValue] = useState(start);
  return <LabelledSlider label={label} value={value} onChange={setValue} />;
}

/** How narration will sound once a voice provider is connected. Nothing here is sent anywhere. */
export function VoiceSettings() {
  const [voice, setVoice] = useState<VoiceId | ''>('');
  const [voiceId, setVoiceId] = useState('');
  return (
    <TitledCard title="Voice Settings">
      <Stack gap={5}>
        <Field label="Voice">
          {({ id }) => (
            <Select
              id={id}
              ariaLabel="Voice"
              placeholder="Select a voice..."
              value={voice}
              onValueChange={setVoice}
              options={VOICES}
            />
          )}
        </Field>
        <Field label="Voice ID" hint="Used when 'Custom voice ID' is selected.">
          {(ids) => (
            <Input
              {...ids}
              value={voiceId}
              placeholder="Enter a voice ID"
              onChange={(event) => {
                setVoiceId(event.target.value);
                setVoice('custom');
              }}
            />
          )}
        </Field>
        {SLIDERS.map((slider) => (
          <VoiceSlider key={slider.name} label={slider.label} start={slider.start} />
        ))}
      </Stack>
    </TitledCard>
  );
}
