import compat from 'eslint-plugin-compat';
import { defineConfig } from 'eslint/config';
import globals from 'globals';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

const SPECS = ['**/*.spec.{ts,tsx}', 'frontend/e2e/**/*.ts'];
const maxLines = (max) => ['error', { max, skipBlankLines: false, skipComments: false }];
const SLEEPS = [
  {
    // Allows Playwright's test.setTimeout, which sets how long a test may take.
    selector:
      'CallExpression[callee.name="setTimeout"], ' +
      'CallExpression[callee.property.name="setTimeout"][callee.object.name!="test"]',
    message: 'No test sleeps: inject the clock, or wait for a position, an event or a condition.',
  },
  {
    selector: 'CallExpression[callee.property.name="waitForTimeout"]',
    message: 'No test sleeps: wait for what the page shows.',
  },
];

export default defineConfig(
  { ignores: ['**/dist/', '**/node_modules/', '**/.storyreel*/', 'coverage/', 'reports/', 'screenshots/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error', noInlineConfig: true } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'separate-type-imports' }],
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      // React and Express ignore what a handler returns.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // A method of our interfaces is async when one of its implementations needs to be.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    rules: {
      eqeqeq: 'error',
      'max-lines': maxLines(400),
      'no-constant-condition': 'error',
      'no-empty': 'error',
      'no-self-compare': 'error',
      'no-template-curly-in-string': 'error',
      'no-unreachable-loop': 'error',
      'no-unsafe-finally': 'error',
      'no-useless-escape': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
    },
  },
  {
    files: ['backend/{src,ffmpeg/src,sandbox/src}/**/*.ts'],
    // Log through the logger, which adds the request; only the server's first line goes to the console.
    rules: { 'no-console': ['error', { allow: ['error'] }] },
  },
  { files: ['backend/src/main.ts', 'backend/src/bench/*.ts'], rules: { 'no-console': 'off' } },
  {
    // Nest reads types of constructor parameters at run time, so the import of such a type must not become a type-only
    // import.
    files: ['backend/src/**/*.ts'],
    rules: { '@typescript-eslint/consistent-type-imports': 'off' },
  },
  {
    files: ['frontend/src/**/*.{ts,tsx}'],
    extends: [reactHooks.configs.flat.recommended],
    languageOptions: { globals: globals.browser },
    rules: {
      // Functions that a hook returns in an object need no `this`.
      '@typescript-eslint/unbound-method': 'off',
      'no-restricted-imports': [
        'error',
        { paths: [{ name: '@tanstack/react-query', importNames: ['useMutation'], message: 'Use useCommand of ui.' }] },
      ],
    },
  },
  { files: ['frontend/src/ui/useCommand.ts'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['frontend/src/**/*.tsx'],
    extends: [jsxA11y.configs.strict],
    settings: { 'jsx-a11y-x': { components: { Button: 'button', IconButton: 'button' } } },
    rules: {
      // Areas that are scrolled by keyboard must be focusable.
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { tags: [], roles: ['region', 'tabpanel'] }],
      // A canvas that is painted on by keyboard has the role `application` for screen readers.
      'jsx-a11y-x/no-interactive-element-to-noninteractive-role': [
        'error',
        { tr: ['none', 'presentation'], canvas: ['img', 'application'] },
      ],
      // The rule does not know `aria-description`, which ARIA 1.3 has for every role.
      'jsx-a11y-x/role-supports-aria-props': 'off',
      // Clips are made without speech, and nobody knows the words of uploaded ones.
      'jsx-a11y-x/media-has-caption': 'off',
    },
  },
  {
    // Code for browsers may use only the APIs of the browsers listed in frontend/package.json. Newer language features
    // have no types: tsconfig's `lib` ends at es2024.
    files: ['frontend/src/**/*.{ts,tsx}', 'frontend/public/**/*.js', 'contracts/src/**/*.ts'],
    ignores: SPECS,
    extends: [compat.configs['flat/recommended']],
    settings: {
      browserslistOpts: { path: `${import.meta.dirname}/frontend` },
      // The code checks for ClipboardItem before it is used, and has another way without it.
      polyfills: ['ClipboardItem'],
    },
  },
  {
    files: ['frontend/public/**/*.js'],
    languageOptions: { globals: globals.browser, sourceType: 'script' },
  },
  {
    files: ['**/*.{mjs,cjs}'],
    languageOptions: { globals: globals.node },
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_' }] },
  },
  {
    files: SPECS,
    rules: {
      'max-lines': maxLines(600),
      'no-restricted-syntax': ['error', ...SLEEPS],
      '@typescript-eslint/unbound-method': 'off',
      // HTTP responses in tests are untyped; the assertions after them check their shape.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // Playwright's fixtures take an empty pattern when they need no other fixtures, and hand over their value by a
    // function named `use`, which is not a React hook.
    files: ['frontend/e2e/**/*.ts'],
    rules: { 'no-empty-pattern': 'off' },
  },
);
