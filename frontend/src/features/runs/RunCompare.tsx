import styled from '@emotion/styled';
import { Link } from '@tanstack/react-router';
import type { ProviderCall, RunDetail, RunText } from '@storyreel/contracts';
import { Fragment } from 'react';
import { MadeAssets } from '../pictures/media/MadeAssets';
import { KeepButton } from './RunActions';
import { RunTable, Quote } from './RunParts';
import { useRun } from './api';
import { kindWord, runDuration, plainText, settingName, STATE_WORDS } from './words';
import { errorWords } from './wire';
import { type Diffed, wordDiff } from './word-diff';
import { formatZaps } from '../zaps/format';
import { mobile, Skeleton, space, Stack, tokens, Unreadable } from '../../ui';
import { Screen } from '../../ui/Screen';

const Sides = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${space(6)};
  ${mobile} {
    grid-template-columns: minmax(0, 1fr);
  }
  & ins {
    background: ${tokens.positiveSoft};
    text-decoration: underline;
  }
  & del {
    background: ${tokens.dangerSoft};
  }
`;

/** Shows two runs side by side: their requests with marked differences, their results, times and prices. */
export function RunCompare({ left, right }: { left: string; right: string }) {
  const [one, two] = [useRun(left), useRun(right)];
  const back = (
    <Link to="/runs" search={(search) => ({ ...search, with: undefined })}>
      Back to the run
    </Link>
  );
  const failed = [one, two].find(({ isError, data }) => isError && !data);
  return (
    <Screen title="Compare runs" subtitle={back}>
      {failed ? (
        <Unreadable what="the runs" retry={failed.refetch} />
      ) : one.data && two.data ? (
        <Compared left={one.data} right={two.data} />
      ) : (
        <Skeleton height="480px" />
      )}
    </Screen>
  );
}

const namesOf = (...texts: (readonly RunText[])[]): string[] => [...new Set(texts.flat().map(({ name }) => name))];
const textOf = ({ texts }: RunDetail, wanted: string): string => texts.find(({ name }) => name === wanted)?.text ?? '';

/** Shows one side of a text comparison, and marks the words that only this side has. */
function Words({ parts, side }: { parts: readonly Diffed[]; side: number }) {
  return parts
    .filter(({ change }) => change === 'same' || change === (side === 0 ? 'removed' : 'added'))
    .map(({ change, words }, index) => {
      if (change === 'same') return words;
      return change === 'added' ? <ins key={index}>{words}</ins> : <del key={index}>{words}</del>;
    });
}

/** Maximum number of calls that are compared. Most runs make fewer, and further polls say nothing new. */
const MOST_CALLS = 20;
/** Length to which a long value is cut when both runs have it, such as the story. */
const SHOWN = 200;

function Value({ side, one, two }: { side: 0 | 1; one: string; two: string }) {
  if (one === two) return one.length > SHOWN ? `${one.slice(0, SHOWN)}…` : one;
  return <Words parts={wordDiff(one, two)} side={side} />;
}

const errorIn = ({ error, providerError }: RunDetail): string =>
  [error, providerError && errorWords(providerError)].filter(Boolean).join(' · ') || '–';

/** Converts a call into lines by which two calls can be compared: its duration, its request and its response. */
const callText = (call: ProviderCall | undefined, part: 'sent' | 'answer'): string => {
  if (!call) return 'None';
  return plainText(part === 'sent' ? (call.sent ?? call.request) : (call.error?.message ?? call.answer));
};

/** Pairs the recorded calls of two runs, in order. */
function callRows(left: RunDetail, right: RunDetail): [string, string, string][] {
  const [one, two] = [left.recording.calls, right.recording.calls];
  return Array.from({ length: Math.min(MOST_CALLS, Math.max(one.length, two.length)) }, (_, index) => {
    const [a, b] = [one[index], two[index]];
    const name = `Call ${index + 1}: ${[...new Set([a?.operation, b?.operation])].filter(Boolean).join(' / ')}`;
    return [
      [`${name}, sent`, callText(a, 'sent'), callText(b, 'sent')],
      [`${name}, answer`, callText(a, 'answer'), callText(b, 'answer')],
    ] as [string, string, string][];
  }).flat();
}

function Compared({ left, right }: { left: RunDetail; right: RunDetail }) {
  const hasPrompt = left.prompt !== null || right.prompt !== null;
  const prompts = wordDiff(left.prompt ?? '', right.prompt ?? '');
  const texts = namesOf(left.texts, right.texts).map((name) => ({
    name,
    parts: wordDiff(textOf(left, name), textOf(right, name)),
  }));
  const names = [...new Set([...Object.keys(left.settings), ...Object.keys(right.settings)])];
  const rows: [string, string, string][] = [
    ['State', STATE_WORDS[left.state], STATE_WORDS[right.state]],
    ['Took', runDuration(left), runDuration(right)],
    ['Zaps', formatZaps(left.zaps), formatZaps(right.zaps)],
    ['Kind', kindWord(left.kind), kindWord(right.kind)],
    ['Provider', left.provider ?? '–', right.provider ?? '–'],
    ['Model', left.model ?? '–', right.model ?? '–'],
    ['Prompt template', left.template ?? 'Not recorded', right.template ?? 'Not recorded'],
    ['Attempts', String(left.attempts), String(right.attempts)],
    ['Error', errorIn(left), errorIn(right)],
    ...callRows(left, right),
    ...names
      .filter((name) => name !== 'model')
      .map((name): [string, string, string] => [
        settingName(name),
        plainText(left.settings[name]),
        plainText(right.settings[name]),
      ]),
  ];
  return (
    <Stack gap={6}>
      <Sides>
        {[left, right].map((run, side) => (
          <Stack key={run.id} gap={4} as="section" aria-label={side === 0 ? 'Left' : 'Right'}>
            <h2>{side === 0 ? 'Left' : 'Right'}</h2>
            {hasPrompt && (
              <Quote>
                <Words parts={prompts} side={side} />
              </Quote>
            )}
            {run.assets.length > 0 && <MadeAssets assets={run.assets} label="Results" />}
            {texts.map(({ name, parts }) => (
              <Fragment key={name}>
                <h3>{settingName(name)}</h3>
                <Quote>
                  <Words parts={parts} side={side} />
                </Quote>
              </Fragment>
            ))}
            {run.error !== null && <p>{run.error}</p>}
            <KeepButton run={run} asMain label={side === 0 ? 'Keep Left' : 'Keep Right'} />
          </Stack>
        ))}
      </Sides>
      <RunTable label="Differences" heads={['', 'Left', 'Right', 'Changed']}>
        {rows.map(([name, one, two]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>
              <Value side={0} one={one} two={two} />
            </td>
            <td>
              <Value side={1} one={one} two={two} />
            </td>
            <td>{one === two ? '' : 'Changed'}</td>
          </tr>
        ))}
      </RunTable>
    </Stack>
  );
}
