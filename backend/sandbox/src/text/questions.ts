// What can be asked of the sandbox's texts. The back end's own interface of a text provider fits these by its shape.

export interface Call {
  signal?: AbortSignal;
}

export interface StoryScene {
  title: string;
  text: string;
}

export interface SceneQuestion {
  story: string;
  /** `text` is the part of the story the scene was made from, or its description when that is unknown. */
  scene: StoryScene;
  /** 1-based. */
  position: number;
  total: number;
  /** The creator's notes, a line each: 'Mara: red coat'. */
  continuityDetails: string;
  styleAttributes: string | null;
}

export interface ChatTurn {
  role: 'user' | 'assistant';
  content: string;
}

/** What the assistant may know: the project of the chat. */
export interface ChatProject {
  title: string;
  story: string | null;
  characters: string | null;
  /** `text`: the part of the story that the scene was made from. */
  scenes: readonly { id: string; title: string; description: string | null; text: string }[];
}

export interface StoryQuestion {
  idea: string;
  /** An English word. */
  tone: string;
  /** About how many it is to have. */
  words: number;
  maxTokens: number;
}

export interface PostQuestion {
  title: string;
  /** Platform ids, for example 'instagram'. */
  platforms: string[];
  projectContext: { description: string | null; story: string | null } | null;
}

/** A reply as it comes. */
export type ChatPiece =
  { type: 'text'; text: string } | { type: 'end'; usage: Counted<object>['usage']; isCutOff: boolean };

export type Counted<Answer> = Answer & { usage: { inputTokens: number; outputTokens: number; usd: number } };
