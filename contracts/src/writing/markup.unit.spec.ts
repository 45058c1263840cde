import { scriptTitle, spokenText, storyWords } from './markup';

const FOUNTAIN = `Title: _**The Lamp**_
Credit: Written by
Author: A. Reed

/* An old
version. */
# Act One

= Mara comes home.

INT. KITCHEN - NIGHT #1#

Mara *stirs* the soup. [[Is it soup?]]

MARA (CONT'D)
(softly)
Is it ready?
It smells.

@McCLANE ^
No.

CUT TO:

.THE QUAY

!GULLS SCREAM.

> THE END <`;

describe('a story without its markup', () => {
  it('keeps the action and the speech of a screenplay', () => {
    expect(storyWords(FOUNTAIN)).toBe(
      [
        'INT. KITCHEN - NIGHT',
        'Mara stirs the soup.',
        'MARA (softly): “Is it ready? It smells.”',
        'MCCLANE: “No.”',
        'CUT TO:',
        '.THE QUAY',
        'GULLS SCREAM.',
        'THE END',
      ].join('\n\n'),
    );
    expect(scriptTitle(FOUNTAIN)).toBe('The Lamp');
  });

  it.each([
    [
      '# The Fox\n\nIt **ran** _fast_ to [the wood](https://a.example).\n\n- away\n- home',
      'The Fox\n\nIt ran fast to the wood.\n\naway\nhome',
    ],
    ['The Fox\n=======\n\nIt ran.\n\n---\n\n> Then it *slept*.', 'The Fox\n\nIt ran.\n\n***\n\nThen it slept.'],
    ['<h1>The Fox</h1><p>It &amp; the owl<br>ran.</p><!-- no --><script>x()</script>', 'The Fox\n\nIt & the owl\nran.'],
    [
      '1\n00:00:01,000 --> 00:00:03,000\n<i>The fox</i>\n\n2\n00:00:03,000 --> 00:00:05,000\nran away.',
      'The fox ran away.',
    ],
    ['WEBVTT\n\nNOTE mine\nhidden\n\nintro\n00:01.000 --> 00:03.000 align:start\nThe fox ran.', 'The fox ran.'],
    [
      'It cost 2 * 3 * 4 at 5 < 6, in C# and snake_case_names & co <3',
      'It cost 2 * 3 * 4 at 5 < 6, in C# and snake_case_names & co <3',
    ],
    ['Title: she had none.\nIt rained.', 'Title: she had none.\nIt rained.'],
    ['A plain tale — with a dash.\n\nTHE END', 'A plain tale — with a dash.\n\nTHE END'],
  ])('%j', (story, words) => {
    expect(storyWords(story)).toBe(words);
  });

  it('is unchanged when it is read again', () => {
    for (const story of [FOUNTAIN, '# A\n\n***\n\n- b', '<p>a</p>']) {
      expect(storyWords(storyWords(story))).toBe(storyWords(story));
    }
  });
});

describe('the spoken part of a screenplay', () => {
  it('leaves out places, speakers and cuts', () => {
    expect(spokenText(FOUNTAIN)).toBe(
      'Mara stirs the soup.\n\n“Is it ready? It smells.”\n\n“No.”\n\nGULLS SCREAM.\n\nTHE END',
    );
    expect(spokenText('MARA (softly): “Is it ready?”')).toBe('“Is it ready?”');
    expect(spokenText('It rained.\n\n***\n\nIt stopped.')).toBe('It rained.\n\nIt stopped.');
  });

  it.each(['I said: “Go.”', 'WARNING: mind the gap.', '100 € and C#: “#1”', '  '])('is all of %j', (text) => {
    expect(spokenText(text)).toBe(text.trim());
  });
});
