import type {
  BatchDetail,
  ChatMessage,
  ClipChoice,
  DataArchive,
  DeletedThing,
  HistoryEntry,
  ImageJob,
  LibraryMember,
  OpenSession,
  Prediction,
  Project,
  RunDetail,
  Scene,
  SceneVersion,
  SpeechVoices,
  StoryDraft,
  Style,
  Transaction,
  UsageEvent,
  User,
} from '@storyreel/contracts';
import { projectWith, sceneWith, videoItem } from '../media-fixtures';
import { AuditData } from './audit-data';
import { notFound } from './refused';
import { factsOf, presentScene } from './scene-rows';
import { SocialData } from './social-data';
import type { KeptFilm, KeptLink } from './kept-films';

interface Kept {
  deleted: boolean;
  /** Order of creation; a larger number is later. */
  made: number;
}
/** A record that can be restored. `gone` is the order of deletion; a larger number is later. */
interface Restorable extends Kept {
  gone: number;
}
type Removed<Thing> = Thing extends { kind: 'image' | 'video' }
  ? Omit<Thing, 'sceneId' | 'title' | 'deletedAt'> & { made: number }
  : never;
export interface KeptScene extends Restorable {
  row: Scene;
  removedMainUrls: string[];
  removedMainVideoIds: string[];
  removedMedia: Removed<DeletedThing>[];
}
export interface KeptProject extends Restorable {
  row: Project;
  /** Position on the dashboard; null until the user has dragged the project. */
  place: number | null;
  /** Effect of the newest Delete All or Create Scenes; undone by a restore. */
  clearing: { removedIds: string[]; addedIds: string[] } | null;
}
interface KeptStyle extends Kept {
  row: Style;
}
export interface KeptJob {
  kind: 'image' | 'video' | 'speech';
  id: string;
  sceneId: string;
  projectId: string;
  /** Content of the request, by which a repeated request is recognised. */
  wanted: string;
  prompt: string;
  seconds: number;
  status: Prediction['status'];
  error: string | null;
  imageUrls: string[];
  /** Number of zaps held for the job. */
  held: number;
  work: { model: string; operation: string; description: string };
}

/** A chat message; `held` is the number of zaps held for a reply in progress. */
export interface KeptMessage {
  row: ChatMessage;
  question: string;
  held: number;
}

/**
 * A project's newest generated story. `basedOn`: the project's story when this one was requested; `before`: the story
 * that it replaced.
 */
export interface KeptDraft {
  row: StoryDraft;
  basedOn: string;
  before: string | null;
  isDismissed: boolean;
}

/** A batch; `jobs` contains the newest attempt of each scene. */
export interface KeptBatch {
  row: BatchDetail;
  clips: ClipChoice | null;
  jobs: Map<string, KeptJob>;
}

export const ADA: User = {
  id: '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0009',
  firstName: 'Ada',
  email: 'ada@example.com',
  roles: [],
  dates: { locale: null, timeZone: null },
};

/** Voices like those of a real provider. */
const SPEECH_VOICES: SpeechVoices = {
  provider: { name: 'openai', label: 'OpenAI', sandbox: false },
  voices: [
    { id: 'alloy', name: 'Alloy', language: null },
    { id: 'nova', name: 'Nova', language: 'en-GB' },
  ],
  takesOtherIds: false,
  remark: null,
};

/** The state of one account, in memory. */
export class AccountData {
  /** Steps of the open project, the newest first. */
  readonly history: HistoryEntry[] = [];
  /** Versions of any scene, newest first, as set by a test. */
  readonly versions: SceneVersion[] = [];
  user: User | null = ADA;
  password = 'correct horse battery';
  pendingEmail: string | null = null;
  sessions: OpenSession[] = [
    { id: 'here', isCurrent: true, device: 'Firefox on Linux', since: '2026-11-20T09:00:00.000Z' },
  ];
  /** The archive of all data. */
  archive: DataArchive | null = null;
  balance = 100;
  /** Number of bulk generations made today. */
  bulkUsed = 0;
  /** Voices that the installation offers. */
  speechVoices: SpeechVoices = SPEECH_VOICES;
  transactions: Transaction[] = [];
  usage: { event: UsageEvent; projectId: string | null; category: string }[] = [];
  projects: KeptProject[] = [];
  scenes: KeptScene[] = [];
  styles: KeptStyle[] = [];
  /** The account's library of characters, places and props, newest first. */
  library: LibraryMember[] = [];
  jobs: KeptJob[] = [];
  chat: KeptMessage[] = [];
  /** Drafts by project id. */
  readonly drafts = new Map<string, KeptDraft>();
  /** Batches, newest first. */
  batches: KeptBatch[] = [];
  /** Films, newest first. */
  films: KeptFilm[] = [];
  links: KeptLink[] = [];
  /** This month's budgets by project id; the key 'person' limits the user's total. */
  budgets = new Map<string, number>();
  spent = new Map<string, number>();
  readonly social = new SocialData();
  readonly audit = new AuditData();
  /** Runs, as set by the test. */
  runs: RunDetail[] = [];
  private counter = 0;
  private made = 0;
  private revision = 1;

  /** Returns a new id each time. */
  nextId(): string {
    this.counter += 1;
    return `1d000000-5d0a-4f7e-9a3c-${String(this.counter).padStart(12, '0')}`;
  }

  nextRevision(): string {
    this.revision += 1;
    return String(this.revision);
  }

  nextMade(): number {
    this.made += 1;
    return this.made;
  }

  liveProjects(): Project[] {
    const place = ({ place: dragged }: KeptProject): number => dragged ?? -1;
    return this.projects
      .filter(({ deleted }) => !deleted)
      .sort((a, b) => place(a) - place(b) || b.made - a.made)
      .map((kept) => this.present(kept));
  }

  present({ row }: KeptProject): Project {
    return { ...row, ...factsOf(this.liveScenes(row.id)) };
  }

  /** Returns the project's scenes in order, with their ranks. */
  liveScenes(projectId: string): Scene[] {
    return this.scenes
      .filter(({ row, deleted }) => row.projectId === projectId && !deleted)
      .sort((a, b) => a.row.order - b.row.order || a.made - b.made)
      .map(({ row }, at) => presentScene(row, at + 1));
  }

  liveStyles(): Style[] {
    const live = this.styles.filter(({ deleted }) => !deleted);
    return live.sort((a, b) => b.made - a.made).map(({ row }) => row);
  }

  /** @throws Refused not_found */
  keptProject(id: string | undefined): KeptProject {
    const found = this.projects.find(({ row, deleted }) => row.id === id && !deleted);
    if (!found) throw notFound();
    return found;
  }

  /** @throws Refused not_found */
  keptScene(id: string | undefined): KeptScene {
    const found = this.scenes.find(({ row, deleted }) => row.id === id && !deleted);
    if (!found || !this.projects.some(({ row, deleted }) => row.id === found.row.projectId && !deleted)) {
      throw notFound();
    }
    return found;
  }

  /** Returns the scene as the API shows it. @throws Refused not_found */
  scene(id: string | undefined): Scene {
    const { row } = this.keptScene(id);
    const shown = this.liveScenes(row.projectId).find((scene) => scene.id === id);
    if (!shown) throw notFound();
    return shown;
  }

  setProject(kept: KeptProject, row: Project): Project {
    kept.row = { ...row, revision: this.nextRevision() };
    return this.present(kept);
  }

  setScene(kept: KeptScene, row: Scene): Scene {
    kept.row = { ...row, revision: this.nextRevision() };
    const project = this.projects.find((candidate) => candidate.row.id === row.projectId);
    if (project) project.row = { ...project.row, revision: kept.row.revision };
    return kept.deleted ? kept.row : this.scene(row.id);
  }

  /** Marks the record as deleted; it is kept so that the deletion can be undone. */
  remove(kept: KeptProject | KeptScene): void {
    kept.deleted = true;
    kept.gone = this.nextMade();
  }

  addProject(row: Project): KeptProject {
    const kept = { row, deleted: false, made: this.nextMade(), gone: 0, place: null, clearing: null };
    this.projects.push(kept);
    return kept;
  }

  addScene(row: Scene): KeptScene {
    const removed = { removedMainUrls: [], removedMainVideoIds: [], removedMedia: [] };
    const kept = { row, deleted: false, made: this.nextMade(), gone: 0, ...removed };
    this.scenes.push(kept);
    return kept;
  }

  addStyle(row: Style): void {
    this.styles.push({ row, deleted: false, made: this.nextMade() });
  }

  /** Replaces all projects, in this order, and gives them scenes that match their counts and thumbnails. */
  holdProjects(rows: readonly Project[]): void {
    this.projects = [];
    this.scenes = [];
    for (const [place, row] of rows.entries()) {
      this.addProject(row).place = place;
      for (const scene of scenesFor(row)) this.addScene(scene);
    }
  }

  /** Replaces the project's scenes. */
  holdScenes(projectId: string, rows: readonly Scene[]): void {
    this.scenes = this.scenes.filter(({ row }) => row.projectId !== projectId);
    for (const row of rows) this.addScene({ ...row, projectId });
  }

  holdStyles(rows: readonly Style[]): void {
    this.styles = [];
    for (const row of rows.toReversed()) this.addStyle(row);
  }
}

/** Makes scenes that match a project's counts. */
function scenesFor({ id, sceneCount, sceneCounts: counts, thumbnail }: Project): Scene[] {
  return Array.from({ length: sceneCount }, (_, at) => {
    const hasImage = at < counts.withImage || (at === 0 && thumbnail !== null);
    const both = at < counts.withImageAndMainVideo;
    const hasVideo = both || (!hasImage && at < counts.withMainVideo + counts.withImage - counts.withImageAndMainVideo);
    return sceneWith(hasImage ? [{ url: at === 0 && thumbnail !== null ? thumbnail : `/api/media/${at}.png` }] : [], {
      id: `5ce00000-5d0a-4f7e-9a3c-${id.slice(-6)}${String(at).padStart(6, '0')}`,
      projectId: id,
      title: `Beat ${at + 1}`,
      description: at < counts.described ? 'A lamp turns in the fog.' : '',
      order: (at + 1) * 10,
      ...(hasVideo && { videos: [videoItem('clip')], mainVideoId: 'clip' }),
    });
  });
}

export const imageJobOf = (job: KeptJob, queuePosition: number): ImageJob => ({
  id: job.id,
  sceneId: job.sceneId,
  projectId: job.projectId,
  status: job.status === 'succeeded' ? 'completed' : job.status === 'canceled' ? 'failed' : job.status,
  queuePosition,
  result: job.status === 'succeeded' ? { imageUrls: job.imageUrls } : null,
  error: job.error,
  createdAt: projectWith().createdAt,
  startedAt: null,
});
