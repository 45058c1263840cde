import styled from '@emotion/styled';
import { BULK_IMAGES_PER_DAY, signInAddress } from '@storyreel/contracts';
import { ArrowRight, ChartNoAxesColumn, Clapperboard, PenLine, Share2 } from 'lucide-react';
import type { LucideIcon } from 'lucide-react';
import { useDocumentTitle } from '../../platform/useDocumentTitle';
import { ButtonAnchor, mobile, space, tokens } from '../../ui';
import { Logo } from '../../ui/Logo';
import { ThemeToggle } from '../../ui/ThemeToggle';
import { LandingFilm } from './LandingFilm';

const FEATURES: readonly { title: string; text: string; icon: LucideIcon }[] = [
  {
    title: 'AI Story Creation',
    text: 'A story becomes scenes with descriptions and prompts that keep characters and places consistent.',
    icon: PenLine,
  },
  {
    title: 'Visual Content',
    text: 'Four images per scene to choose from, cut to the narration. Clips add motion where you want it.',
    icon: Clapperboard,
  },
  {
    title: 'Cross-Platform Posting',
    text: 'Made for YouTube, Instagram, TikTok and more: one project, every vertical format.',
    icon: Share2,
  },
  {
    title: 'Analytics & Insights',
    text: 'See what each project costs and how your content performs, down to a single generation.',
    icon: ChartNoAxesColumn,
  },
];

const Features = styled.section`
  border-block: 1px solid ${tokens.line};
  background: ${tokens.surface1};
`;
const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(240px, 1fr));
  gap: ${space(10)} ${space(8)};
  max-width: 1200px;
  margin: 0 auto;
  padding: ${space(14)} ${tokens.gutter};
  & svg {
    color: ${tokens.text2};
  }
  & h2 {
    margin: ${space(3)} 0 ${space(1.5)};
    font-size: ${tokens.heading3};
  }
  & p {
    color: ${tokens.text2};
  }
`;

export function FeatureGrid() {
  return (
    <Features aria-label="What Storyreel does">
      <Grid>
        {FEATURES.map(({ title, text, icon: Icon }) => (
          <li key={title}>
            <Icon size={20} aria-hidden />
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </Grid>
    </Features>
  );
}

const PRICES = [
  {
    amount: '10 cents',
    unit: 'per image',
    note: 'For one scene at a time; the free plan includes images for all scenes together',
  },
  { amount: '50 cents', unit: 'per video', note: 'Optional clips of five seconds, by the cheapest model' },
  { amount: '5 cents', unit: 'per content analysis', note: 'Such as the description of a scene' },
] as const;

const PriceSection = styled.section`
  max-width: 1200px;
  margin: 0 auto;
  padding: ${space(16)} ${tokens.gutter};
  & > h2 {
    font-size: ${tokens.heading1};
    letter-spacing: -0.025em;
  }
  & > p {
    margin-top: ${space(2)};
    color: ${tokens.text2};
  }
`;
const List = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(220px, 1fr));
  gap: ${space(4)};
  margin-top: ${space(8)};
`;
const Price = styled.li`
  padding: ${space(6)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
  background: ${tokens.surface1};
  & b {
    display: block;
    font-size: ${tokens.heading1};
    font-weight: 650;
    letter-spacing: -0.025em;
    font-variant-numeric: tabular-nums;
  }
  & span,
  & small {
    color: ${tokens.text2};
  }
  & small {
    display: block;
    margin-top: ${space(2)};
    font-size: ${tokens.caption};
  }
`;

export function Prices() {
  return (
    <PriceSection aria-labelledby="prices">
      <h2 id="prices">Pay as you use</h2>
      <p>
        You see the price of every action before you take it. Every account is on the free plan: it includes images for{' '}
        {BULK_IMAGES_PER_DAY} scenes a day, generated together.
      </p>
      <List>
        {PRICES.map(({ amount, unit, note }) => (
          <Price key={unit}>
            <p>
              <b>{amount}</b> <span>{unit}</span>
            </p>
            <small>{note}</small>
          </Price>
        ))}
      </List>
    </PriceSection>
  );
}

const Page = styled.div`
  min-height: 100dvh;
  overflow-x: clip;
  background: ${tokens.surface0};
`;
const Bar = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  max-width: 1200px;
  margin: 0 auto;
  padding: ${space(4)} ${tokens.gutter};
`;
const Brand = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2.5)};
  font-size: ${tokens.heading3};
  font-weight: 700;
  letter-spacing: -0.02em;
`;
const BarActions = styled.div`
  display: flex;
  align-items: center;
  gap: ${space(2)};
`;
const Hero = styled.section`
  display: grid;
  grid-template-columns: 1.05fr 1fr;
  align-items: center;
  gap: ${space(12)};
  max-width: 1200px;
  margin: 0 auto;
  padding: ${space(16)} ${tokens.gutter} ${space(20)};
  @media (max-width: 960px) {
    grid-template-columns: minmax(0, 1fr);
    padding-top: ${space(8)};
    gap: ${space(8)};
  }
`;
const Headline = styled.h1`
  font-size: clamp(2.25rem, 5vw, 3.75rem);
  line-height: 1.05;
  letter-spacing: -0.035em;
  text-wrap: balance;
`;
const Lead = styled.p`
  max-width: 52ch;
  margin: ${space(5)} 0 ${space(8)};
  color: ${tokens.text2};
  font-size: 1.125rem;
  line-height: 1.6;
`;
const Gift = styled.p`
  margin-top: ${space(4)};
  color: ${tokens.text2};
  & b {
    color: ${tokens.text1};
  }
`;
const Goodbye = styled.p`
  padding: ${space(4)} ${tokens.gutter};
  background: ${tokens.surface1};
  border-bottom: 1px solid ${tokens.line};
  text-align: center;
`;
const Foot = styled.footer`
  padding: ${space(8)} ${tokens.gutter} ${space(12)};
  border-top: 1px solid ${tokens.line};
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  text-align: center;
  ${mobile} {
    text-align: left;
  }
`;

/** The page that signed-out visitors see at every address; after sign-in it opens the requested address. */
export function LandingPage({ asked: address }: { asked: string }) {
  useDocumentTitle('Turn a story into video');
  const isErased = address === '/?erased';
  const asked = isErased ? '/' : address;
  return (
    <Page>
      {isErased && (
        <Goodbye role="status">
          Your account is being erased and will be gone in a few minutes. Goodbye, and thank you for your stories.
        </Goodbye>
      )}
      <Bar>
        <Brand>
          <Logo size={28} />
          Storyreel
        </Brand>
        <BarActions>
          <ThemeToggle />
          <ButtonAnchor href={signInAddress(asked, 'sign-in')} data-variant="secondary">
            Sign In
          </ButtonAnchor>
        </BarActions>
      </Bar>
      <main>
        <Hero>
          <div>
            <Headline>From a written story to short videos, scene by scene.</Headline>
            <Lead>
              Write or paste a story. Storyreel splits it into scenes, draws images for each, reads it aloud, and cuts a
              film with captions, ready to post.
            </Lead>
            <ButtonAnchor href={signInAddress(asked)} data-variant="primary" data-size="large">
              Get Started
              <ArrowRight size={20} aria-hidden />
            </ButtonAnchor>
            <Gift>
              New sign-ups start with <b>100 free credits</b>, worth 10 cents each. No card needed.
            </Gift>
          </div>
          <LandingFilm />
        </Hero>
        <FeatureGrid />
        <Prices />
      </main>
      <Foot>Storyreel. Your stories stay yours.</Foot>
    </Page>
  );
}
