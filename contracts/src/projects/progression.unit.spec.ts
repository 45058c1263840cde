import { dotColour, DOT_TITLES, ROW_DOTS, tabColour } from './progression';
import type { Project } from './project';

type Facts = Parameters<typeof tabColour>[1];
const NO_SCENES: Project['sceneCounts'] = {
  total: 0,
  described: 0,
  withImage: 0,
  withMainVideo: 0,
  withImageAndMainVideo: 0,
  prompted: 0,
  withAnyMedia: 0,
  narrated: 0,
};
const facts = (changes: Partial<Facts> = {}): Facts => ({
  story: '',
  sceneCounts: NO_SCENES,
  selectedStyle: null,
  characters: '',
  storyAudioUrl: null,
  storyAudioStatus: 'pending',
  completedVideoUrl: null,
  ...changes,
});
const scenes = (changes: Partial<Project['sceneCounts']>) => ({ sceneCounts: { ...NO_SCENES, ...changes } });

describe('the progression dots', () => {
  it.each([
    ['red', facts()],
    ['red', facts({ story: '  \n' })],
    ['yellow', facts({ story: 'Once.' })],
    ['green', facts({ story: 'Once.', ...scenes({ total: 1 }) })],
    ['red', facts(scenes({ total: 1 }))],
  ])('Story is %s by story and scenes [DOTS-03]', (colour, project) => {
    expect(tabColour('story', project)).toBe(colour);
  });

  it.each([
    ['red', facts()],
    ['yellow', facts(scenes({ total: 3, described: 2 }))],
    ['green', facts(scenes({ total: 3, described: 3 }))],
  ])('Scene is %s by how many scenes are described [DOTS-04]', (colour, project) => {
    expect(tabColour('scenes', project)).toBe(colour);
  });

  it.each([
    ['red', facts()],
    ['red', facts(scenes({ total: 2 }))],
    ['yellow', facts(scenes({ total: 2, withAnyMedia: 1, withImage: 1 }))],
    ['yellow', facts(scenes({ total: 2, withAnyMedia: 2, withImage: 2, withMainVideo: 1, withImageAndMainVideo: 1 }))],
    ['green', facts(scenes({ total: 2, withAnyMedia: 2, withImage: 2, withMainVideo: 2, withImageAndMainVideo: 2 }))],
  ])('Build and Board are %s by the scenes’ media [DOTS-05]', (colour, project) => {
    expect(tabColour('build', project)).toBe(colour);
    expect(tabColour('board', project)).toBe(colour);
  });

  it.each([
    ['red', facts({ storyAudioUrl: '/api/media/a' })],
    ['green', facts({ story: 'Once.', storyAudioUrl: '/api/media/a', storyAudioStatus: 'processing' })],
    ['yellow', facts({ story: 'Once.', storyAudioStatus: 'processing' })],
    ['red', facts({ story: 'Once.' })],
    ['yellow', facts(scenes({ total: 2, narrated: 1 }))],
    ['green', facts(scenes({ total: 2, narrated: 2 }))],
    ['red', facts(scenes({ total: 0, narrated: 0 }))],
    ['green', facts({ story: 'Once.', storyAudioUrl: '/api/media/a', ...scenes({ total: 2, narrated: 1 }) })],
  ])('Audio is %s by the recording of the story or the narrated scenes [DOTS-06]', (colour, project) => {
    expect(tabColour('audio', project)).toBe(colour);
  });

  it('Create is green with a completed video and red without [DOTS-07]', () => {
    expect(tabColour('create', facts({ completedVideoUrl: '/api/media/v' }))).toBe('green');
    expect(tabColour('create', facts())).toBe('red');
  });

  it.each([
    ['red', undefined],
    ['red', { isPlanned: false, isPublished: false }],
    ['yellow', { isPlanned: true, isPublished: false }],
    ['green', { isPlanned: false, isPublished: true }],
    ['green', { isPlanned: true, isPublished: true }],
  ])('Publish is %s by the posts, whatever else the project has [DOTS-08]', (colour, posts) => {
    const film = { story: 'Once.', completedVideoUrl: '/api/media/v' };
    expect(tabColour('publish', facts({ ...film, posts }))).toBe(colour);
  });

  it('Settings counts the style and the characters', () => {
    const style = { selectedStyle: '00000000-0000-4000-8000-000000000000' };
    expect(tabColour('settings', facts())).toBe('red');
    expect(tabColour('settings', facts(style))).toBe('yellow');
    expect(tabColour('settings', facts({ ...style, characters: 'Ada: tall' }))).toBe('green');
  });

  it.each([
    facts(),
    facts({ story: ' \n' }),
    facts({ story: 'Once.', ...scenes({ total: 2, described: 1, withAnyMedia: 1 }) }),
    facts({ story: 'Once.', storyAudioUrl: '/api/media/a', completedVideoUrl: '/api/media/v' }),
  ])('are the same from the data of a list', ({ story, ...project }) => {
    const listed = { ...project, hasStory: story.trim() !== '' };
    for (const part of ROW_DOTS) expect(dotColour(part, listed)).toBe(tabColour(part, { ...project, story }));
  });

  it('have the specified colours', () => {
    expect(DOT_TITLES).toEqual({ green: 'Complete', yellow: 'In Progress', red: 'Not Started' });
  });
});
