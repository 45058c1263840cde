import { z } from 'zod';
import { idempotencyKeySchema, idSchema, text } from '../common/fields';
import { LIMITS } from '../common/limits';

const share = z.number().min(0).max(1);

/** How one speaker sounds. */
export const speakerVoiceSchema = z.object({
  /** A character's name, or `NARRATOR`. */
  speaker: text(LIMITS.speaker),
  /** The provider's id of a voice. */
  voice: text(LIMITS.voiceId).min(1),
  /** 1 as the voice speaks by itself. */
  speed: z.number().min(LIMITS.speechSpeedMin).max(LIMITS.speechSpeedMax),
  /** Taken by providers that know them (ElevenLabs). */
  stability: share,
  clarity: share,
  style: share,
});
export type SpeakerVoice = z.infer<typeof speakerVoiceSchema>;
export type VoiceSettings = Omit<SpeakerVoice, 'speaker'>;

/** Each speaker once. */
export const speakerVoicesSchema = z
  .array(speakerVoiceSchema)
  .max(LIMITS.speakersPerProject)
  .refine(
    (voices) => new Set(voices.map(({ speaker }) => speaker)).size === voices.length,
    'must name each speaker once',
  );

/** What was spoken for a scene. It may be of words that the scene no longer has. */
export const sceneSpeechSchema = z.object({
  url: z.string(),
  seconds: z.number(),
  text: z.string(),
  voice: z.string(),
  /** How the voice was set; not known of what was made before that was kept. */
  sound: speakerVoiceSchema.omit({ speaker: true, voice: true }).optional(),
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

/** The project's whole story, read aloud. */
export const generateStoryAudioRequestSchema = speakerVoiceSchema
  .pick({ stability: true, clarity: true, style: true })
  .extend({
    /** The narrator's when it is absent. */
    voice: speakerVoiceSchema.shape.voice.optional(),
    idempotencyKey: idempotencyKeySchema.optional(),
  });
export type GenerateStoryAudioRequest = z.infer<typeof generateStoryAudioRequestSchema>;

export const generateSpeechResponseSchema = z.object({
  jobId: idSchema,
  costInfo: z.object({ creditsUsed: z.number() }),
});
export type GenerateSpeechResponse = z.infer<typeof generateSpeechResponseSchema>;

/** One fixed sentence, to hear a voice before it is chosen. */
export const speechSampleQuerySchema = z.object({
  voice: speakerVoiceSchema.shape.voice,
  speed: z.coerce.number().pipe(speakerVoiceSchema.shape.speed).default(1),
});

export const speechVoiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** BCP 47; null for a voice that speaks many. */
  language: z.string().nullable(),
});
export type SpeechVoice = z.infer<typeof speechVoiceSchema>;

/** What can be chosen from. The first voice is the one for a project that has chosen none. */
export const speechVoicesSchema = z.object({
  provider: z.object({ name: z.string(), label: z.string(), sandbox: z.boolean() }),
  voices: z.array(speechVoiceSchema),
  /** Whether ids that are not listed may be named, such as a cloned voice. */
  takesOtherIds: z.boolean(),
  /** For people: what they should know before they listen; null when there is nothing. */
  remark: z.string().nullable(),
});
export type SpeechVoices = z.infer<typeof speechVoicesSchema>;
