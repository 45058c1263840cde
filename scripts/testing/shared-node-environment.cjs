const { default: NodeEnvironment } = require('jest-environment-node');
const { sharedEnvironment } = require('./shared-environment.cjs');

module.exports = sharedEnvironment(NodeEnvironment);
