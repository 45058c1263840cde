import styled from '@emotion/styled';
import { LIMITS, NARRATOR, NEW_SPEAKER_VOICE, type SpeakerVoice, type SpeechVoices } from '@storyreel/contracts';
import { sampleUrl } from '../../../domains/speech/queries';
import { speakerName, voiceIn } from '../../../domains/speech/speakers';
import { PlayButton } from '../../../domains/speech/SpeechBar';
import { mobile, space, tokens } from '../../../ui';
import { LabelledSlider } from './LabelledSlider';
import { VoiceChoice } from './VoiceChoice';

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

/** What only ElevenLabs knows. */
const TUNINGS = [
  { field: 'stability', label: 'Stability' },
  { field: 'clarity', label: 'Clarity and Similarity' },
  { field: 'style', label: 'Style Exaggeration' },
] as const;

export interface VoiceRowProps {
  speaker: string;
  voices: readonly SpeakerVoice[];
  offered: SpeechVoices;
  /** Null takes the speaker's own voice away. */
  onChange: (speaker: string, change: (Partial<SpeakerVoice> & { voice: string }) | null) => void;
}

/** How one speaker sounds. Who has no voice of its own sounds like the narrator. */
export function VoiceRow({ speaker, voices, offered, onChange }: VoiceRowProps) {
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
