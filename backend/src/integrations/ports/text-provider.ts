import type { Sent } from './generation-provider';

/** The key is sent along as a hint; `signal` ends a running call. */
export interface TextCall {
  idempotencyKey: string;
  signal?: AbortSignal;
  /** Told what goes over the wire, before it does. */
  onSent?: (sent: Sent) => void;
}

export interface TextUsage {
  inputTokens: number;
  outputTokens: number;
  /** Provider dollars; 0 for the sandbox. */
  usd: number;
}

export type WithUsage<T> = T & { usage: TextUsage };

export interface StoryScene {
  /** A sentence fragment out of the scene. */
  title: string;
  /** The scene's part of the story; all parts together hold every piece of the story, in order. */
  text: string;
}

/** A stretch of a story, end exclusive. */
export interface StorySentence {
  start: number;
  end: number;
  text: string;
  words: number;
}

/** All sentences of a story in order; together they hold every character that is not white space. */
export type ReadSentences = (story: string, signal?: AbortSignal) => Promise<readonly StorySentence[]>;

export interface SceneQuestion {
  story: string;
  /** `text` is the part of the story the scene was made from, or its description when that is unknown. */
  scene: { title: string; text: string };
  /** 1-based. */
  position: number;
  total: number;
  /** The project's characters, environment and props, or the fallback sentence. */
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
  description: string | null;
  story: string | null;
  characters: string | null;
  environment: string | null;
  props: string | null;
  /** `text`: the part of the story that the scene was made from. */
  scenes: { id: string; title: string; description: string | null; text: string }[];
}

export interface ChatQuestion {
  /** In their order; the last one is the question. */
  messages: ChatTurn[];
  project: ChatProject | null;
  /** What the reply may take at most. */
  maxTokens: number;
}

/** A reply as it comes: its text in pieces, and its end, without which it is not whole. */
export type ChatPiece =
  | { type: 'text'; text: string }
  /** isCutOff: there would have been more than `maxTokens`. */
  | { type: 'end'; usage: TextUsage; isCutOff: boolean };

export interface StoryQuestion {
  idea: string;
  /** One of the contract's tones, an English word. */
  tone: string;
  /** About how many it is to have. */
  words: number;
  /** What it may take at most. */
  maxTokens: number;
}

export interface PostQuestion {
  title: string;
  /** Platform ids, for example 'instagram'. */
  platforms: string[];
  projectContext: { title: string; description: string | null; story: string | null } | null;
}

/** @throws CreateRefused, CreateOutcomeUnknown, ProviderAnswerInvalid from every method of a provider behind a network. */
export interface TextProvider {
  readonly name: 'sandbox' | 'openai';
  /** For the screen, for example 'Sandbox'. */
  readonly label: string;
  splitStory(
    question: { story: string; maxScenes?: number },
    call: TextCall,
  ): Promise<WithUsage<{ scenes: StoryScene[] }>>;
  describeScene(
    question: SceneQuestion,
    call: TextCall,
  ): Promise<WithUsage<{ description: string; imagePrompt: string; videoPrompt: string }>>;
  enhancePrompt(
    question: { imagePrompt: string; description: string | null; styleAttributes: string | null },
    call: TextCall,
  ): Promise<WithUsage<{ enhancedPrompt: string }>>;
  videoPrompt(
    question: { description: string; imagePrompt: string | null },
    call: TextCall,
  ): Promise<WithUsage<{ videoPrompt: string }>>;
  /** Characters come one a line as 'Name: trait, trait', the name alone when nothing is told. */
  continuity(
    question: { story: string },
    call: TextCall,
  ): Promise<WithUsage<{ characters: string; environments: string; props: string }>>;
  postDescription(question: PostQuestion, call: TextCall): Promise<WithUsage<{ description: string }>>;
  /** As `chat`, in the language of the idea. */
  writeStory(question: StoryQuestion, call: TextCall): AsyncIterable<ChatPiece>;
  /** Whether a question that broke off can be asked again without being paid for again. */
  readonly repeatIsFree: boolean;
  /** The texts together are storable and not longer than a reply may be. Leaving the loop ends the provider's work. */
  chat(question: ChatQuestion, call: TextCall): AsyncIterable<ChatPiece>;
}
