import type { Installation, ProviderInfo } from '@storyreel/contracts';
import { ADA, type AccountData } from './account-data';
import { FakeStoryreel, nothing } from './fake-storyreel';
import { serveBudgets, serveMoney } from './money';
import { Refused } from './refused';
import { serveAudit } from './serve-audit';
import { serveAllScenes, serveWriting } from './serve-all-scenes';
import { doBatches, serveBatches } from './serve-batches';
import { doReplies, serveChat } from './serve-chat';
import { doFilms, serveFilms } from './serve-films';
import { drawSheets, serveSheets } from './serve-sheets';
import { readStories, serveStoryAudio } from './serve-story-audio';
import { doWork, serveImageJobs, serveVideoJobs } from './serve-generation';
import { serveImages, serveVideos } from './serve-media';
import { serveDeleted } from './serve-deleted';
import { serveAlternatives } from './serve-alternatives';
import { serveHistory } from './serve-history';
import { serveAccount } from './serve-account';
import { serveLinks } from './serve-links';
import { serveCast, serveCastLibrary, serveProjects } from './serve-projects';
import { serveProof } from './serve-proof';
import { serveReconciliations } from './serve-reconciliations';
import { serveScenes } from './serve-scenes';
import { publishPosts, servePostDescription, servePosts, serveSocialAccounts, serveTemplates } from './serve-social';
import { serveSpending } from './serve-spending';
import { serveSpeech } from './serve-speech';
import { serveRuns } from './serve-runs';
import { doStories, serveStories } from './serve-stories';
import { serveStyles } from './serve-styles';

export { ADA, type AccountData };

const maker = { name: 'replicate', label: 'Replicate', sandbox: false };
/** An installation that has keys for all providers. */
const INSTALLATION: Installation = {
  providers: { text: { name: 'openai', label: 'OpenAI', sandbox: false }, image: maker, video: maker, speech: maker },
  purchases: 'sandbox',
  signIn: 'password',
};

const PROVIDERS: ProviderInfo[] = [
  { kind: 'text', label: 'OpenAI', model: 'gpt-6-luna', host: 'api.openai.com' },
  { kind: 'image', label: 'Replicate', model: 'black-forest-labs/flux-dev', host: 'api.replicate.com' },
  { kind: 'video', label: 'Replicate', model: null, host: 'api.replicate.com' },
  { kind: 'speech', label: 'OpenAI', model: 'gpt-4o-mini-tts', host: 'api.openai.com' },
];

/** Serves all routes that the front end calls, behaving like the server. */
export class WholeStoryreel extends FakeStoryreel {
  private uploads = 0;

  constructor() {
    super();
    const bare = { body: nothing, query: nothing };
    this.serve('GET /api/config', bare, () => ({ json: INSTALLATION }));
    this.serve('GET /api/providers', bare, () => ({ json: PROVIDERS }));
    this.serve('POST /api/providers/check', bare, () => ({
      json: PROVIDERS.map(({ kind }) => ({ kind, answers: true, milliseconds: 120, remark: null })),
    }));
    this.serve('GET /api/auth/user', bare, () => {
      if (!this.data.user) throw new Refused('unauthenticated', 'Sign in');
      return { json: this.data.user };
    });
    for (const parts of [
      serveProjects,
      serveCast,
      serveCastLibrary,
      serveDeleted,
      serveAlternatives,
      serveHistory,
      serveScenes,
      serveAllScenes,
      serveWriting,
      serveImages,
      serveVideos,
      serveImageJobs,
      serveVideoJobs,
      serveSpeech,
      serveBatches,
      serveFilms,
      serveAccount,
      serveLinks,
      serveRuns,
      serveStyles,
      serveMoney,
      serveBudgets,
      serveAudit,
      serveSpending,
      serveProof,
      serveReconciliations,
      serveStoryAudio,
      serveSheets,
      serveChat,
      serveStories,
      serveSocialAccounts,
      servePosts,
      serveTemplates,
      servePostDescription,
    ]) {
      parts(this);
    }
    this.serveUploads();
    this.install();
  }

  /** Finishes all pending work. */
  doWork(): void {
    doWork(this.data);
    doBatches(this.data);
    doFilms(this.data);
    readStories(this.data);
    drawSheets(this.data);
    doReplies(this.data);
    doStories(this.data);
    publishPosts(this.data);
  }

  private serveUploads(): void {
    for (const path of ['/api/upload', '/api/objects/upload']) {
      this.on('POST', path, () => ({ json: { uploadURL: `http://localhost/api/uploads/${++this.uploads}` } }));
    }
    this.on('POST', '/api/objects/finalize', () => {
      const file = this.puts.at(-1)?.file;
      const url = `/api/media/uploaded-${this.uploads}`;
      return { json: { url, contentType: file?.type ?? '', size: file?.size ?? 0 } };
    });
  }
}
