import { z } from 'zod';
import { idempotencyKeySchema, idSchema, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import type { WordTimes } from '../films/word-times';

export const wordTimesSchema = z.array(z.tuple([z.int(), z.int(), z.int()])) satisfies z.ZodType<WordTimes>;

const share = z.number().min(0).max(1);

/** Voice settings of one speaker. */
export const speakerVoiceSchema = z.object({
  /** A character's name, or `NARRATOR`. */
  speaker: text(LIMITS.speaker),
  /** The provider's id of a voice. */
  voice: text(LIMITS.voiceId).min(1),
  /** 1 is the voice's own speed. */
  speed: z.number().min(LIMITS.speechSpeedMin).max(LIMITS.speechSpeedMax),
  /** Used only by providers that support them (ElevenLabs). */
  stability: share,
  clarity: share,
  style: share,
});
export type SpeakerVoice = z.infer<typeof speakerVoiceSchema>;
export type VoiceSettings = Omit<SpeakerVoice, 'speaker'>;

/** Voices of the speakers, each listed once. */
export const speakerVoicesSchema = z
  .array(speakerVoiceSchema)
  .max(LIMITS.speakersPerProject)
  .refine(
    (voices) => new Set(voices.map(({ speaker }) => speaker)).size === voices.length,
    'must name each speaker once',
  );

/** Narration of a scene; the scene's words may have changed since the narration was made. */
export const sceneSpeechSchema = z.object({
  url: z.string(),
  seconds: z.number(),
  text: z.string(),
  voice: z.string(),
  /** The voice settings used; absent for narration made before the settings were stored. */
  sound: speakerVoiceSchema.omit({ speaker: true, voice: true }).optional(),
  /** Times of the words; absent for narration made before the times were stored. */
  times: wordTimesSchema.optional(),
});
export type SceneSpeech = z.infer<typeof sceneSpeechSchema>;

export const SPEECH_STATUSES = ['none', 'processing', 'complete', 'failed'] as const;
export const speechStatusSchema = z.enum(SPEECH_STATUSES);
export type SpeechStatus = z.infer<typeof speechStatusSchema>;

export const generateSpeechRequestSchema = z.object({
  sceneId: idSchema,
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type GenerateSpeechRequest = z.infer<typeof generateSpeechRequestSchema>;

/** Narration of the project's whole story. */
export const generateStoryAudioRequestSchema = speakerVoiceSchema
  .pick({ stability: true, clarity: true, style: true })
  .extend({
    /** Voice of the narration; by default the narrator's. */
    voice: speakerVoiceSchema.shape.voice.optional(),
    idempotencyKey: idempotencyKeySchema.optional(),
  });
export type GenerateStoryAudioRequest = z.infer<typeof generateStoryAudioRequestSchema>;

export const generateSpeechResponseSchema = z.object({
  jobId: idSchema,
  costInfo: z.object({ creditsUsed: z.number() }),
});
export type GenerateSpeechResponse = z.infer<typeof generateSpeechResponseSchema>;

/** Asks for a fixed sentence in a voice, to try the voice before choosing it. */
export const speechSampleQuerySchema = z.object({
  voice: speakerVoiceSchema.shape.voice,
  speed: z.coerce.number().pipe(speakerVoiceSchema.shape.speed).default(1),
});

export const speechVoiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** BCP 47 tag; null for a multilingual voice. */
  language: z.string().nullable(),
});
export type SpeechVoice = z.infer<typeof speechVoiceSchema>;

/** The available voices; see `voicesFor` for the default of a project. */
export const speechVoicesSchema = z.object({
  provider: z.object({ name: z.string(), label: z.string(), sandbox: z.boolean() }),
  voices: z.array(speechVoiceSchema),
  /** True when unlisted ids are accepted, such as that of a cloned voice. */
  takesOtherIds: z.boolean(),
  /** A note to show beside the sample; null when there is none. */
  remark: z.string().nullable(),
});
export type SpeechVoices = z.infer<typeof speechVoicesSchema>;
