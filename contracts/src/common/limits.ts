/** Limits that both sides enforce. Text lengths are in characters (Unicode code points) unless marked as bytes. */
export const LIMITS = {
  title: 500,
  description: 10_000,
  prompt: 10_000,
  continuity: 50_000,
  /** Size in UTF-8 bytes: about 170,000 English words or 330,000 Chinese characters. */
  storyBytes: 1_000_000,
  /** The maximum for the narration of one scene; `tooLongToSpeak` checks that it fits into `sceneSeconds`. */
  narration: 5_000,
  /** Maximum length of a story that is narrated in one piece: about three quarters of an hour. */
  spokenStory: 40_000,
  /** Name of a character. */
  speaker: 100,
  voiceId: 200,
  languageTag: 35,
  speakersPerProject: 50,
  /** Members of a project's cast (characters, places and props) for which more than words is stored. */
  castMembers: 100,
  castName: 60,
  castLook: 2_000,
  castMemberId: 100,
  picturesPerCastMember: 6,
  /** Cast members that an account keeps in its library. */
  libraryMembers: 200,
  speechSpeedMin: 0.5,
  speechSpeedMax: 2,
  /** Text on a film's title or end card. */
  filmCard: 200,
  /** Maximum seconds of one scene in a film: of its narration, or of its clip if there is no narration. */
  sceneSeconds: 600,
  /** Seconds of a whole film. */
  filmSeconds: 1_800,
  /**
   * Maximum seconds of one part of a longer film: YouTube takes no longer Shorts and Instagram's app no longer Reels,
   * while TikTok takes ten minutes (postproxy.dev/blog, a comparison of the publishing APIs, read on 27 November 2026).
   */
  filmPartSeconds: 180,
  scenesPerFilm: 200,
  /** Maximum scenes of a storyboard in a PDF, since all its images are held in memory until it is done. */
  storyboardScenes: 300,
  /** Shots of one scene that are set by hand. */
  shotPinsPerScene: 100,
  styleName: 200,
  styleAttributes: 5_000,
  url: 4_000,
  filename: 255,
  email: 254,
  firstName: 100,
  passwordMin: 10,
  passwordMax: 200,
  scenesPerProject: 1_000,
  /**
   * Scenes that a story is split into at once. Together they contain all of the story, so a long story gets longer
   * scenes.
   */
  scenesPerStory: 20,
  /**
   * Maximum size of all scenes of a project together, as JSON. A thousand scenes of 10,000 Chinese characters take 31
   * MB.
   */
  projectBytes: 48_000_000,
  projectsPerUser: 1_000,
  /** Maximum images of a scene; the same maximum applies to its videos. */
  assetsPerScene: 12,
  baseSlots: 4,
  imagesPerGeneration: 4,
  /**
   * Maximum width × height of an uploaded or downloaded image. The largest phone photos have about 50 million pixels.
   */
  imagePixels: 50_000_000,
  /** Maximum width, and maximum height, of a clip in pixels. */
  clipSide: 8_192,
  durationMin: 1,
  durationMax: 30,
  postTitle: 500,
  /** Maximum length of a post on any platform. */
  postContent: 5_000,
  /** Maximum length of one hashtag or mention. */
  postTag: 100,
  /**
   * Maximum hashtags of one post, and likewise maximum mentions: the highest limit of any platform. Each platform also
   * has its own limit for hashtags.
   */
  postTags: 100,
  postMedia: 10,
  postsPerUser: 10_000,
  templateName: 100,
  templatesPerUser: 200,
  accountName: 200,
  accountId: 200,
  accessToken: 4_000,
  accountsPerUser: 100,
  /** Bytes (UTF-8) of the idea for a generated story. */
  storyIdeaBytes: 4_000,
  /** Bytes (UTF-8) of one question to the assistant. */
  chatMessageBytes: 16_000,
  /** Questions and replies in the chat of one project. */
  messagesPerChat: 1_000,
  /** Body limit of most routes. */
  jsonBodyBytes: 100 * 1024,
  /**
   * Body limit of routes for stories and scenes. It fits a project's longest texts together at six bytes per byte of
   * text, since a client may escape every character in JSON.
   */
  storyBodyBytes: 8 * 1024 * 1024,
  /** Data archives that an account may request within 24 hours. */
  archivesPerDay: 3,
  /** Days for which such an archive is kept. */
  archiveDays: 7,
  /** Maximum size of a file from which a story is read. */
  storyFileBytes: 20 * 1024 * 1024,
  /** Maximum pages of a PDF from which a story is read. */
  storyFilePages: 1_000,
  /** Images, clips and sounds in a project that is exported as one file. */
  projectFileMedia: 5_000,
} as const;

const MB = 1_048_576;
/**
 * Maximum sizes in bytes. An audio file or style image may have exactly this size; a completed video must be smaller.
 */
export const FILE_LIMITS = {
  image: 20 * MB,
  styleImage: 10 * MB,
  video: 100 * MB,
  completedVideo: 100 * MB,
  audio: 50 * MB,
  /** A film rendered by the product. */
  film: 500 * MB,
  /** All files of an account together, in an archive of its data. */
  archive: 50 * 1024 * MB,
  /** A project as one file. */
  projectFile: 2 * 1024 * MB,
  /** Each text in a project's file. */
  projectFileText: 64 * MB,
  /** Each image or clip of a post; exactly this size is allowed. */
  postMedia: 50 * MB,
} as const;
