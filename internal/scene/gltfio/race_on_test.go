//go:build race

package gltfio

// raced says that the race detector slows this run down about tenfold.
const raced = true
