import { isNumberedTitle, titleOfScene, titleOfStory } from './titles';

it.each([
  ['Mr. Fox lived in a wood. He was old.', 'Mr. Fox lived in a wood'],
  ['1. Once upon a time there was a fox.\n2. It ran.', 'Once upon a time there was a fox'],
  ['INT. KITCHEN - NIGHT\n\nMara stirs the soup.', 'Mara stirs the soup'],
  ['Title: The Lamp\nAuthor: A. Reed\n\nINT. KITCHEN - NIGHT\n\nMara stirs.', 'The Lamp'],
  ['# The **Heron**\nIt stands.', 'The Heron'],
  ['<h1>The Heron</h1><p>It stands.</p>', 'The Heron'],
  ['1\n00:00:01,000 --> 00:00:03,000\nThe fox ran.', 'The fox ran'],
  [
    'In the dim and draughty house at the very end of it lived Mr. Fox and his wife.',
    'In the dim and draughty house at the very end of it lived…',
  ],
  ['EXT. QUAY - DAY', 'EXT. QUAY - DAY'],
])('gives the story %j the title %j', (story, title) => {
  expect(titleOfStory(story)).toBe(title);
});

it.each([
  ['Peter was frightened. He ran.', 'Peter was frightened'],
  ['Go! Peter ran as fast as he could.', 'Peter ran as fast as he could'],
  [
    'Presently he came to a pond where Mr. McGregor filled his watering cans for the day.',
    'Presently he came to a pond where…',
  ],
  ['When the long night was over at last and nobody slept, Mara rowed out.', 'Mara rowed out'],
  ['INT. KITCHEN - NIGHT\n\nMARA: “Is it ready?”', 'Is it ready?'],
  ['夜明けの港に霧が立っていた。', '夜明けの港に霧が立っていた'],
  ['Once', 'Once'],
  ['***', ''],
])('gives the scene %j the title %j', (text, title) => {
  expect(titleOfScene(text)).toBe(title);
});

it.each([
  ['Scene 9', true],
  ['szene 3.', true],
  ['12', true],
  ['', true],
  ['Scene of the crime', false],
  ['1984', true],
])('recognizes that %j says nothing but its number: %s', (title, numbered) => {
  expect(isNumberedTitle(title)).toBe(numbered);
});
