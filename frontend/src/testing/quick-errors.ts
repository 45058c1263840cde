/*
 * Skips diagnostics that nobody reads: the document printed for each failed attempt of a waiting query (the last
 * attempt's is printed when time runs out), and the stack that React's development build records with each element.
 */
import { configure, getConfig } from '@testing-library/dom';
import * as React from 'react';

const { getElementError } = getConfig();
configure({
  getElementError: (message, container) => {
    const isAttempt = Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
    if (!isAttempt) return getElementError(message, container);
    const error = new Error(message ?? '');
    error.name = 'TestingLibraryElementError';
    return error;
  },
});

const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE');
// React counts the stacks of each second and records none beyond ten thousand.
if (typeof internals === 'object' && internals !== null)
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => undefined });
