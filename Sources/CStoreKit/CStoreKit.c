#include "CStoreKit.h"
