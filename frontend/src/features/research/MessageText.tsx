import styled from '@emotion/styled';
import { Link } from '@tanstack/react-router';
import Markdown from 'markdown-to-jsx/react';
import { createContext, createElement, Fragment, use, type ReactNode } from 'react';
import { sceneAnchor } from '../scenes/api';
import { space, tokens } from '../../ui';

const Text = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${space(2)};
  overflow-wrap: anywhere;
  & ul,
  & ol {
    display: grid;
    gap: ${space(1)};
    padding-left: ${space(5)};
  }
  & ul {
    list-style: disc;
  }
  & ol {
    list-style: decimal;
  }
  & pre {
    padding: ${space(3)};
    overflow-x: auto;
    border-radius: ${tokens.radius};
    background: ${tokens.surface2};
  }
  & blockquote {
    padding-left: ${space(3)};
    border-left: 2px solid ${tokens.line};
    color: ${tokens.text2};
  }
  & table {
    border-collapse: collapse;
  }
  & th,
  & td {
    padding: ${space(1)} ${space(2)};
    border: 1px solid ${tokens.line};
    text-align: left;
  }
  & a {
    color: inherit;
    text-decoration: underline;
  }
`;

/**
 * Elements that a reply may contain. Images are left out, because loading one would reveal the reader to the image's
 * server.
 */
const ALLOWED = new Set(
  'p br hr ul ol li strong em del code pre blockquote table thead tbody tr th td div span'.split(' '),
);
const HEADINGS = new Set(['h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

const ProjectContext = createContext<string | null>(null);

interface Given {
  href?: unknown;
  start?: unknown;
  key?: unknown;
}

/** Renders an element of a reply if it is allowed; of any other element, only the text. */
function element(tag: unknown, given: Given | null, ...children: ReactNode[]): ReactNode {
  const { key, href, start } = given ?? {};
  const keyed: { key?: string | number; start?: number } = {};
  if (typeof key === 'string' || typeof key === 'number') keyed.key = key;
  if (tag === 'ol' && typeof start === 'number') keyed.start = start;
  if (tag === 'a')
    return createElement(SafeLink, { ...keyed, href: typeof href === 'string' ? href : '' }, ...children);
  if (typeof tag !== 'string') return createElement(Fragment, { key: keyed.key }, ...children);
  // A heading within a reply would break the page's outline, so it becomes bold text.
  if (HEADINGS.has(tag)) return createElement('p', keyed, createElement('strong', null, ...children));
  if (!ALLOWED.has(tag)) return createElement(Fragment, { key: keyed.key }, ...children);
  return createElement(tag, keyed, ...children);
}

const SCENE = /^scene:([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/iu;
const OUTSIDE = /^(?:https?:\/\/|mailto:)/iu;

/** Links to a scene of the project or to an external page; any other address is rendered without a link. */
function SafeLink({ href, children }: { href: string; children?: ReactNode }) {
  const project = use(ProjectContext);
  const sceneId = SCENE.exec(href)?.[1];
  if (sceneId !== undefined && project !== null) {
    return (
      <Link to="/" search={{ project, tab: 'scenes' }} hash={sceneAnchor(sceneId)}>
        {children}
      </Link>
    );
  }
  if (!OUTSIDE.test(href)) return <>{children}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}

const OPTIONS = { disableParsingRawHTML: true, forceBlock: true, wrapper: Fragment, createElement: element } as const;

/** Renders an assistant's reply as Markdown. `projectId`: the project to whose scenes the reply links. */
export function MessageText({ projectId, text }: { projectId: string | null; text: string }) {
  return (
    <ProjectContext value={projectId}>
      <Text dir="auto">
        <Markdown options={OPTIONS}>{text}</Markdown>
      </Text>
    </ProjectContext>
  );
}
