import {
  castPictureSchema,
  CLIP_SOURCES,
  FILE_LIMITS,
  FILM_FORMATS,
  idSchema,
  instant,
  LIMITS,
  projectFieldsSchema,
  READY_MADE_STYLE_KEYS,
  READY_MADE_STYLES,
  saveStyleRequestSchema,
  sceneFieldsSchema,
  sceneSpeechSchema,
  shotPinSchema,
  storable,
  storedCastMemberSchema,
  text,
  videoItemSchema,
} from '@storyreel/contracts';
import { z } from 'zod';

/** Version of the format that this release writes; newer versions are refused. */
export const PROJECT_FILE_VERSION = 1;
export const PROJECT_FILE_FORMAT = 'storyreel-project';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/u);

const REFERENCE = /^media:[0-9a-f]{64}$/u;
/** Reference to a file inside the project file, by the hash of its bytes. */
const mediaRef = z.string().regex(REFERENCE, 'must name a file by its hash');
export const mediaRefOf = (hash: string): string => `media:${hash}`;
export const isMediaRef = (value: string): boolean => REFERENCE.test(value);

/** A text file in the ZIP. */
const packedText = z.object({ file: text(100), sha256, size: z.int().min(0) });

/** The manifest of a project file, manifest.json. */
export const projectFileManifestSchema = z.object({
  format: z.literal(PROJECT_FILE_FORMAT),
  version: z.literal(PROJECT_FILE_VERSION),
  exportedAt: instant,
  /** First name of the account that exported the project. */
  author: text(LIMITS.firstName),
  title: text(LIMITS.title),
  project: packedText,
  history: packedText,
  events: packedText,
  media: z
    .array(
      z.object({
        file: text(100).regex(/^media\/[0-9a-f]{64}\.\w{2,5}$/u),
        sha256,
        size: z.int().min(1).max(FILE_LIMITS.film),
        type: text(100).regex(/^(?:image|video|audio)\//u),
      }),
    )
    .max(LIMITS.projectFileMedia),
  /** Number of files that could not be read during the export. */
  leftOut: z.int().min(0),
});
export type ProjectFileManifest = z.infer<typeof projectFileManifestSchema>;

/** The fields that identify the format and its version. Everything else is validated only after these. */
export const projectFileKindSchema = z.object({ format: z.literal(PROJECT_FILE_FORMAT), version: z.int().min(1) });

const cast = z
  .array(
    storedCastMemberSchema.omit({ library: true, sheet: true }).extend({
      name: text(LIMITS.castName),
      pictures: z.array(castPictureSchema.extend({ url: mediaRef, hash: text(100) })).max(LIMITS.picturesPerCastMember),
    }),
  )
  .max(LIMITS.castMembers);

/** Fields of the project: finished media only, no external addresses, and no work under way. */
const fields = projectFieldsSchema.omit({ selectedStyle: true, storyAudioError: true }).extend({
  /** Files of earlier releases do not state the language. */
  language: projectFieldsSchema.shape.language.default(null),
  imageUrl: mediaRef.nullable(),
  storyAudioUrl: mediaRef.nullable(),
  storyAudioStatus: z.enum(['pending', 'complete']),
  completedVideoUrl: mediaRef.nullable(),
  completedVideoStatus: z.enum(['pending', 'complete']),
  filmMusicUrl: mediaRef.nullable(),
  cast,
});

export const READY_MADE_PICTURES = READY_MADE_STYLE_KEYS.map((key) => READY_MADE_STYLES[key].picture);
/** The style of the project; the importer gets a style equal to it. */
const style = saveStyleRequestSchema.extend({ imageUrl: z.union([mediaRef, z.literal(READY_MADE_PICTURES)]) });

const short = text(1_000);
const made = {
  members: z
    .array(z.object({ id: short, name: short, look: short.optional(), pictures: short.optional() }))
    .max(LIMITS.castMembers),
  others: short,
};
const origin = z.object({
  jobId: idSchema,
  urls: z.array(mediaRef).max(LIMITS.assetsPerScene),
  image: z
    .object({
      ...made,
      model: short,
      prompt: short,
      style: text(LIMITS.styleAttributes).nullable(),
      format: z.enum(FILM_FORMATS),
    })
    .optional(),
  clip: z
    .object({
      ...made,
      modelId: short,
      settings: z.record(short, z.union([text(10_000), z.number(), z.boolean()])),
      seconds: z.number(),
      from: z.enum(CLIP_SOURCES),
      prompt: short,
      ownPrompt: text(LIMITS.prompt).optional(),
      imageUrl: z.union([mediaRef, z.literal('')]),
    })
    .optional(),
  isAside: z.boolean().optional(),
});

const scene = sceneFieldsSchema.extend({
  id: idSchema,
  sourceText: storable.max(LIMITS.storyBytes),
  order: z.number().min(0).max(1_000_000_000),
  images: z.array(z.object({ id: text(200), url: mediaRef })).max(LIMITS.assetsPerScene),
  mainImageId: text(200).nullable(),
  videos: z
    .array(
      videoItemSchema.extend({
        id: text(200).min(1),
        url: mediaRef,
        filename: text(LIMITS.filename),
        mimeType: text(100).regex(/^video\//u),
        size: z.number().min(0).max(Number.MAX_SAFE_INTEGER),
        duration: z.number().min(0).max(86_400).nullable(),
        thumbnail: mediaRef.nullable(),
        status: z.literal('complete'),
      }),
    )
    .max(LIMITS.assetsPerScene),
  mainVideoId: text(200).nullable(),
  speech: sceneSpeechSchema
    .extend({ url: mediaRef, text: text(LIMITS.narration), voice: text(LIMITS.voiceId) })
    .nullable(),
  shotPins: z
    .array(
      shotPinSchema.extend({
        picture: z.discriminatedUnion('kind', [
          z.object({ kind: z.literal('clip') }),
          z.object({ kind: z.literal('image'), url: mediaRef }),
        ]),
      }),
    )
    .max(LIMITS.shotPinsPerScene),
  origins: z.array(origin).max(4 * LIMITS.assetsPerScene),
});

/** The project's state at the export, in project.json. */
export const projectFileContentSchema = z.object({
  fields,
  style: style.nullable(),
  scenes: z.array(scene).max(LIMITS.scenesPerProject),
});
export type ProjectFileContent = z.infer<typeof projectFileContentSchema>;
export type ProjectFileScene = ProjectFileContent['scenes'][number];

/** An event of the log, as a line of events.jsonl, without data about money, providers and shared links. */
export const projectFileEventSchema = z.object({
  type: text(100),
  at: instant,
  by: text(LIMITS.firstName).nullable(),
  data: z.record(z.string(), z.unknown()),
});
export type ProjectFileEvent = z.infer<typeof projectFileEventSchema>;
