// Input types of the sandbox's texts. They match the back end's own text provider interface structurally.

export interface Call {
  signal?: AbortSignal;
}

export interface StoryScene {
  title: string;
  text: string;
}

export interface SceneQuestion {
  story: string;
  /** `text` is the part of the story that the scene was made from, or its description when that part is unknown. */
  scene: StoryScene;
  /** 1-based. */
  position: number;
  total: number;
  /** The creator's notes, one per line: 'Mara: red coat'. */
  continuityDetails: string;
  styleAttributes: string | null;
  /** Language of the answer, as a tag; null or absent: that of the story. */
  language?: string | null;
}

export interface ChatTurn {
  role: 'user' | 'assistant';
  content: string;
}

/** The project of the chat, as far as the assistant may use it. */
export interface ChatProject {
  title: string;
  story: string | null;
  characters: string | null;
  /** `text`: the part of the story that the scene was made from. */
  scenes: readonly { id: string; title: string; description: string | null; text: string }[];
}

export interface StoryQuestion {
  idea: string;
  /** Tone of the story, as one English word. */
  tone: string;
  /** Approximate length of the story. */
  words: number;
  maxTokens: number;
}

export interface PostQuestion {
  title: string;
  /** Platform ids, for example 'instagram'. */
  platforms: string[];
  projectContext: { description: string | null; story: string | null } | null;
  /** Language of the answer, as a tag; null or absent: that of the story or the title. */
  language?: string | null;
}

/** A part of a streamed reply. */
export type ChatPiece =
  { type: 'text'; text: string } | { type: 'end'; usage: Counted<object>['usage']; isCutOff: boolean };

export type Counted<Answer> = Answer & { usage: { inputTokens: number; outputTokens: number; usd: number } };
