import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { fakeWindow } from '../testing/fake-window';
import { completeBrowser } from '../testing/render-app';
import {
  Button,
  HoverCard,
  Menu,
  MenuContent,
  MenuItem,
  MenuSub,
  MenuSubContent,
  MenuSubTrigger,
  MenuTrigger,
  Tooltip,
  TooltipProvider,
} from '.';

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const mouse = { pointerType: 'mouse' } as const;

beforeEach(() => {
  fakeWindow();
  completeBrowser();
  jest.useFakeTimers();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

describe('a tooltip', () => {
  const tooltip = () => screen.queryByRole('tooltip')?.textContent ?? null;
  beforeEach(() => {
    render(
      <TooltipProvider>
        <Tooltip content="About one">
          <Button>One</Button>
        </Tooltip>
        <Tooltip content="About two">
          <Button>Two</Button>
        </Tooltip>
      </TooltipProvider>,
    );
  });
  const enter = (name: string) => fireEvent.pointerMove(screen.getByRole('button', { name }), mouse);
  function leave(name: string): void {
    fireEvent.pointerLeave(screen.getByRole('button', { name }), mouse);
    // Outside the pointer's path to the tooltip, on which the tooltip would stay open.
    fireEvent.pointerMove(document.body, { ...mouse, clientX: 900, clientY: 900 });
  }

  it('opens after 700 ms, and another one at once within 300 ms of it [LIMIT-01]', () => {
    enter('One');
    pass(699);
    expect(tooltip()).toBeNull();
    pass(1);
    expect(tooltip()).toBe('About one');

    leave('One');
    pass(299);
    enter('Two');
    pass(0);
    expect(tooltip()).toBe('About two');

    leave('Two');
    pass(301);
    enter('One');
    pass(699);
    expect(tooltip()).toBeNull();
    pass(1);
    expect(tooltip()).toBe('About one');
  });
});

describe('a hover card', () => {
  it('opens after 700 ms and closes after 300 ms [LIMIT-03]', () => {
    render(
      <HoverCard content="More about it">
        <Button>It</Button>
      </HoverCard>,
    );
    const trigger = screen.getByRole('button');
    const card = () => screen.queryByText('More about it');
    fireEvent.pointerEnter(trigger, mouse);
    pass(699);
    expect(card()).toBeNull();
    pass(1);
    expect(card()).not.toBeNull();
    fireEvent.pointerLeave(trigger, mouse);
    pass(299);
    expect(card()).not.toBeNull();
    pass(1);
    expect(card()).toBeNull();
  });
});

describe('a menu', () => {
  function openMenu(): void {
    render(
      <Menu defaultOpen>
        <MenuTrigger>Menu</MenuTrigger>
        <MenuContent>
          <MenuItem>Apple</MenuItem>
          <MenuItem>Banana</MenuItem>
          <MenuItem>Bean</MenuItem>
          <MenuSub>
            <MenuSubTrigger>More</MenuSubTrigger>
            <MenuSubContent>
              <MenuItem>Pear</MenuItem>
            </MenuSubContent>
          </MenuSub>
        </MenuContent>
      </Menu>,
    );
    pass(0);
  }
  const focused = () => document.activeElement?.textContent;

  it('opens a submenu after 100 ms [LIMIT-02]', () => {
    openMenu();
    fireEvent.pointerMove(screen.getByRole('menuitem', { name: 'More' }), mouse);
    pass(99);
    expect(screen.queryByText('Pear')).toBeNull();
    pass(1);
    expect(screen.queryByText('Pear')).not.toBeNull();
  });

  it('allows the pointer 300 ms on its way to the submenu [LIMIT-02]', () => {
    openMenu();
    const more = screen.getByRole('menuitem', { name: 'More' });
    const box = (left: number, right: number) => ({
      left,
      right,
      top: 0,
      bottom: 200,
      width: right - left,
      height: 200,
    });
    fireEvent.pointerMove(more, { ...mouse, clientX: 10, clientY: 50 });
    pass(100);
    const submenu = screen.getByText('Pear').closest('[role="menu"]');
    if (!submenu) throw new Error('There is no submenu');
    submenu.getBoundingClientRect = () => box(200, 400) as DOMRect;
    submenu.setAttribute('data-side', 'right');
    // On its way to the submenu, the pointer crosses a neighbouring item, which must not open during the grace period.
    fireEvent.pointerLeave(more, { ...mouse, clientX: 100, clientY: 50 });
    const banana = screen.getByRole('menuitem', { name: 'Banana' });
    fireEvent.pointerMove(banana, { ...mouse, clientX: 150, clientY: 60 });
    pass(299);
    fireEvent.pointerMove(banana, { ...mouse, clientX: 152, clientY: 60 });
    expect(focused()).not.toBe('Banana');
    pass(1);
    fireEvent.pointerMove(banana, { ...mouse, clientX: 154, clientY: 60 });
    expect(focused()).toBe('Banana');
  });

  it('forgets typed letters after 1000 ms [LIMIT-02]', () => {
    openMenu();
    const menu = screen.getByRole('menu');
    const type = (key: string) => {
      fireEvent.keyDown(menu, { key });
      pass(0);
    };
    type('b');
    expect(focused()).toBe('Banana');
    type('e');
    expect(focused()).toBe('Bean');
    pass(999);
    type('a');
    // The typed text is still 'bea', which matches Bean.
    expect(focused()).toBe('Bean');
    pass(1000);
    type('a');
    expect(focused()).toBe('Apple');
  });
});
