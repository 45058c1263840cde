import type { Installation } from '@storyreel/contracts';
import { ADA, type AccountData } from './account-data';
import { FakeStoryreel, nothing } from './fake-storyreel';
import { serveMoney } from './money';
import { Refused } from './refused';
import { serveAllScenes, serveWriting } from './serve-all-scenes';
import { doReplies, serveChat } from './serve-chat';
import { doWork, serveImageJobs, serveVideoJobs } from './serve-generation';
import { serveImages, serveVideos } from './serve-media';
import { serveProjects } from './serve-projects';
import { serveScenes } from './serve-scenes';
import { publishPosts, servePostDescription, servePosts, serveSocialAccounts, serveTemplates } from './serve-social';
import { serveStyles } from './serve-styles';

export { ADA, type AccountData };

const maker = { name: 'replicate', label: 'Replicate', sandbox: false };
/** One with keys for everything. */
const INSTALLATION: Installation = {
  providers: { text: { name: 'openai', label: 'OpenAI', sandbox: false }, image: maker, video: maker },
  signIn: 'password',
};

/** All of what the front end calls, as the server does it. */
export class WholeStoryreel extends FakeStoryreel {
  private uploads = 0;

  constructor() {
    super();
    const bare = { body: nothing, query: nothing };
    this.serve('GET /api/config', bare, () => ({ json: INSTALLATION }));
    this.serve('GET /api/auth/user', bare, () => {
      if (!this.data.user) throw new Refused('unauthenticated', 'Sign in');
      return { json: this.data.user };
    });
    for (const parts of [
      serveProjects,
      serveScenes,
      serveAllScenes,
      serveWriting,
      serveImages,
      serveVideos,
      serveImageJobs,
      serveVideoJobs,
      serveStyles,
      serveMoney,
      serveChat,
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

  /** Paid work that waits is done. */
  doWork(): void {
    doWork(this.data);
    doReplies(this.data);
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
