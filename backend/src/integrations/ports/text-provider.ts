import type { FilmFormat } from '@storyreel/contracts';
import type { Sent } from './generation-provider';

/** The key is only a hint to the provider; `signal` aborts a running call. */
export interface TextCall {
  idempotencyKey: string;
  signal?: AbortSignal;
  /** Receives each request just before it is sent. */
  onSent?: (sent: Sent) => void;
}

export interface TextUsage {
  inputTokens: number;
  outputTokens: number;
  /** Dollars charged by the provider; 0 for the sandbox. */
  usd: number;
}

export type WithUsage<T> = T & { usage: TextUsage };

export interface StoryScene {
  /** Title of the scene: a sentence fragment from its text. */
  title: string;
  /** The scene's part of the story; all parts together are the complete story, in order. */
  text: string;
}

/** A range of a story, end exclusive. */
export interface StorySentence {
  start: number;
  end: number;
  text: string;
  words: number;
}

/** Returns all sentences of a story in order; every character outside them is white space. */
export type ReadSentences = (story: string, signal?: AbortSignal) => Promise<readonly StorySentence[]>;

/** Language of texts for people, as a tag of the contract's LANGUAGES; null or absent: the language of the material. */
interface InLanguage {
  language?: string | null;
}

export interface SceneQuestion extends InLanguage {
  story: string;
  /** `text` is the part of the story the scene was made from, or its description if that part is unknown. */
  scene: { title: string; text: string };
  /** 1-based. */
  position: number;
  total: number;
  /** The project's characters, environment and props, or the fallback sentence. */
  continuityDetails: string;
  styleAttributes: string | null;
  /** Format of the image that the prompt asks for; USUAL_FORMAT when absent. */
  format?: FilmFormat;
}

export interface ChatTurn {
  role: 'user' | 'assistant';
  content: string;
}

/** The parts of the chat's project that the assistant may see. */
export interface ChatProject {
  title: string;
  description: string | null;
  story: string | null;
  characters: string | null;
  environment: string | null;
  props: string | null;
  /** `text` is the part of the story that the scene was made from. */
  scenes: { id: string; title: string; description: string | null; text: string }[];
}

export interface ChatQuestion {
  /** Messages in order; the last one is the question. */
  messages: ChatTurn[];
  project: ChatProject | null;
  /** Maximum length of the reply. */
  maxTokens: number;
}

/** An event of a streamed reply: a piece of text, or the end; a reply without an end is incomplete. */
export type ChatPiece =
  | { type: 'text'; text: string }
  /** isCutOff: the reply was cut at `maxTokens`. */
  | { type: 'end'; usage: TextUsage; isCutOff: boolean };

export interface StoryQuestion extends InLanguage {
  idea: string;
  /** One of the contract's tones, as an English word. */
  tone: string;
  /** Approximate length of the story. */
  words: number;
  /** Maximum length of the story. */
  maxTokens: number;
}

export interface PostQuestion extends InLanguage {
  title: string;
  /** Platform ids, for example 'instagram'. */
  platforms: string[];
  projectContext: { title: string; description: string | null; story: string | null; language?: string | null } | null;
}

/** @throws CreateRefused, CreateOutcomeUnknown, ProviderAnswerInvalid from every method of a provider behind a network. */
export interface TextProvider {
  readonly name: 'sandbox' | 'openai';
  /** Name shown on screen, for example 'Sandbox'. */
  readonly label: string;
  splitStory(
    question: { story: string; maxScenes?: number } & InLanguage,
    call: TextCall,
  ): Promise<WithUsage<{ scenes: StoryScene[] }>>;
  /** Shortens a story to about `seconds` of speech, in its own language and words; nothing is added. */
  abridgeStory(
    question: { story: string; seconds: number } & InLanguage,
    call: TextCall,
  ): Promise<WithUsage<{ story: string }>>;
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
  /** Returns the story's characters, one per line as 'Name: trait, trait', or only the name if no trait is known. */
  continuity(
    question: { story: string },
    call: TextCall,
  ): Promise<WithUsage<{ characters: string; environments: string; props: string }>>;
  postDescription(question: PostQuestion, call: TextCall): Promise<WithUsage<{ description: string }>>;
  /** Streams like `chat`, in the language of the idea. */
  writeStory(question: StoryQuestion, call: TextCall): AsyncIterable<ChatPiece>;
  /** True if repeating an interrupted request costs nothing. */
  readonly repeatIsFree: boolean;
  /** Streams a reply that can be stored, within the length limit. Leaving the loop aborts the provider's work. */
  chat(question: ChatQuestion, call: TextCall): AsyncIterable<ChatPiece>;
}
