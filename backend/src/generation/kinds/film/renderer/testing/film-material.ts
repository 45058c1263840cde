import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runFfmpeg } from '@storyreel/ffmpeg';
import { createCanvas } from '@napi-rs/canvas';
import { writeFile } from 'node:fs/promises';
import type { FilmPlan, FilmScene } from '../film-plan';

const SOUND_TRACK = ['-c:a', 'aac', '-shortest'];
const PICTURE = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

/** Makes source files of films for tests and benchmarks, each described by an ffmpeg source. */
export class FilmMaterial {
  constructor(
    private readonly ffmpeg: string,
    private readonly folder: string,
  ) {
    mkdirSync(folder, { recursive: true });
  }

  /** Makes a clip from any of ffmpeg's video sources, with a soft tone if a pitch is given. */
  async clip(
    name: string,
    source: string,
    { pitch, extra = [] }: { pitch?: number; extra?: string[] } = {},
  ): Promise<string> {
    const target = this.path(name);
    const tone = pitch === undefined ? [] : ['-f', 'lavfi', '-i', `sine=${pitch}`];
    const sound = pitch === undefined ? [] : SOUND_TRACK;
    await runFfmpeg(this.ffmpeg, ['-f', 'lavfi', '-i', source, ...tone, ...extra, ...PICTURE, ...sound, target]);
    return target;
  }

  /** Makes a narration that consists of one loud tone from the first sample to the last. */
  async voice(name: string, seconds: number, pitch = 440): Promise<string> {
    return this.sound(name, `aevalsrc=0.5*sin(2*PI*${pitch}*t):d=${seconds}:s=48000`);
  }

  async sound(name: string, source: string): Promise<string> {
    const target = this.path(name);
    await runFfmpeg(this.ffmpeg, ['-f', 'lavfi', '-i', source, target]);
    return target;
  }

  /** Draws an image with enough detail to make movement visible. */
  async image(name: string, width: number, height: number): Promise<string> {
    const canvas = createCanvas(width, height);
    const context = canvas.getContext('2d');
    for (let n = 0; n < 400; n++) {
      context.fillStyle = `hsl(${(n * 47) % 360} 60% ${30 + ((n * 13) % 40)}%)`;
      context.fillRect((n * 137) % width, (n * 277) % height, width / 9, height / 9);
    }
    const target = this.path(name);
    await writeFile(target, await canvas.encode('png'));
    return target;
  }

  /** Makes an image of one colour. */
  async plain(name: string, [red, green, blue]: readonly [number, number, number]): Promise<string> {
    const canvas = createCanvas(180, 320);
    const context = canvas.getContext('2d');
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(0, 0, 180, 320);
    return this.bytes(name, await canvas.encode('png'));
  }

  async bytes(name: string, content: string | Buffer): Promise<string> {
    const target = this.path(name);
    await writeFile(target, content);
    return target;
  }

  private path(name: string): string {
    return join(this.folder, name);
  }
}

/** Returns the plan of a draft without captions, music and cards, whose only sound is narration. */
export const filmPlan = (scenes: readonly FilmScene[], changes: Partial<FilmPlan> = {}): FilmPlan => ({
  format: '1:1',
  quality: 'draft',
  title: null,
  end: null,
  music: null,
  captions: { style: 'off', platform: 'all' },
  pace: 'normal',
  scenes,
  ...changes,
});

/** Returns a scene with a clip of one second and no narration. */
export const filmScene = (id: string, path: string, changes: Partial<FilmScene> = {}): FilmScene => ({
  id,
  picture: { kind: 'clip', path },
  others: [],
  speech: null,
  seconds: 1,
  transition: 'cut',
  ...changes,
});
